/** Liquid in markup: what reads tags must not read inside of it. */

const tag = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g

const entities: Record<string, string> = { quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&', nbsp: ' ' }

/** Editors write quotes in text as entities. */
function decoded(liquid: string): string {
  return liquid
    .replaceAll(/<br\s*\/?>/gi, ' ')
    .replaceAll(/&(quot|#39|lt|gt|amp|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
}

const systemCodes: Record<string, string> = {
  unsubscribe: '%%unsubscribe_link%%',
  unsubscribe_token: '%%unsubscribe_token%%',
  web_version: '%%link_to_web_version%%',
  preferences: '%%preferences_link%%',
}

/** Links of the server are one thing in both languages, so that whatever looks for one finds it. */
export function withSystemCodes(text: string): string {
  return text.replaceAll(/\{\{\s*links\.([a-z_]+)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(systemCodes, name) ? (systemCodes[name] ?? whole) : whole,
  )
}

export type Mask = { hide: (text: string) => string; show: (text: string) => string }

/** Puts one word for each piece of Liquid, and the pieces back. */
export function createMask(): Mask {
  const hidden: string[] = []
  return {
    hide: (text) =>
      withSystemCodes(text).replaceAll(tag, (liquid) => `\uE000${hidden.push(decoded(liquid)) - 1}\uE001`),
    show: (text) => text.replaceAll(/\uE000(\d+)\uE001/g, (whole, at: string) => hidden[Number(at)] ?? whole),
  }
}
