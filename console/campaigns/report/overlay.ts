export type CountedLink = { id: number; url: string; number: number; people: number; clicks: number }

const chip =
  'display:inline-block;min-width:18px;padding:0 4px;margin-inline-end:4px;border-radius:9px;background:#0b5f6b;' +
  'color:#ffffff;font:600 12px/18px system-ui,sans-serif;text-align:center;text-decoration:none;'
const box = 'outline:1px dashed #858a8f;min-width:24px;min-height:24px;background:#f3f1ec;'

/**
 * The message as a document for a frame without rights: nothing runs, nothing is fetched, and each counted link begins
 * with its number. The document is parsed apart from the page, so that its parts do nothing here either.
 */
export function overlay(html: string, links: readonly CountedLink[]): string {
  const message = new DOMParser().parseFromString(html, 'text/html')
  for (const part of message.querySelectorAll(
    'script, link, base, iframe, object, embed, form, meta, video, audio',
  )) {
    part.remove()
  }
  for (const style of message.querySelectorAll('style')) style.textContent = withoutUrls(style.textContent)
  for (const element of message.querySelectorAll('*')) withoutSources(element)
  const numbers = new Map(links.map(({ url, number }) => [url, number]))
  for (const link of message.querySelectorAll('a[href]')) {
    const number = numbers.get((link.getAttribute('href') ?? '').trim())
    link.removeAttribute('href')
    if (number === undefined) continue
    const mark = message.createElement('span')
    mark.textContent = String(number)
    mark.setAttribute('style', chip)
    link.prepend(mark)
  }
  return message.documentElement.outerHTML
}

function withoutSources(element: Element): void {
  for (const { name, value } of Array.from(element.attributes)) {
    if (name.startsWith('on')) element.removeAttribute(name)
    else if (name === 'style') element.setAttribute(name, withoutUrls(value))
    else if (['src', 'srcset', 'background', 'poster', 'data', 'xlink:href'].includes(name)) {
      if (value.startsWith('data:image/')) continue
      element.removeAttribute(name)
      if (element.tagName === 'IMG')
        element.setAttribute('style', `${element.getAttribute('style') ?? ''};${box}`)
    }
  }
}

function withoutUrls(css: string): string {
  return css.replaceAll(/url\([^)]*\)?/gi, 'none').replaceAll(/@import[^;]*;?/gi, '')
}
