import { htmlEncode } from '../../rendering/merge.ts'

const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Keeps these pages out of search engines and caches, and their address from the pages they link to. */
export const privateHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

export const pageHeaders = {
  ...privateHeaders,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
}

/** Content that an organization wrote runs no scripts and has an origin of its own; images load from anywhere. */
export const webVersionHeaders = {
  ...privateHeaders,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
    "default-src 'none'",
    'img-src * data:',
    "style-src 'unsafe-inline' *",
    'font-src * data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style>
:root { color-scheme: light dark; --page: #fbfaf7; --panel: #fff; --text: #1c2024; --line: #ddd9d0; --main: #0b5f6b; --on: #fff }
@media (prefers-color-scheme: dark) {
:root { --page: #14171a; --panel: #1b1f23; --text: #e8e6e1; --line: #2c3238; --main: #5cc3d0; --on: #0e1214 }
}
body { margin: 0; padding: 12vh 1rem 2rem; background: var(--page); color: var(--text); font: 1rem/1.6 system-ui, sans-serif }
main { max-width: 28rem; margin: 0 auto; padding: 2rem; border: 1px solid var(--line); border-radius: 10px; background: var(--panel) }
h1 { margin: 0; font-size: 1.625rem; line-height: 1.25; text-wrap: balance }
p { margin: 0.75rem 0 0; overflow-wrap: anywhere }
form { margin: 1.5rem 0 0 }
button { min-height: 44px; padding: 0 1.5rem; border: 0; border-radius: 6px; background: var(--main); color: var(--on); font: inherit; font-weight: 600; cursor: pointer }
button:focus-visible { outline: 2px solid var(--main); outline-offset: 2px }
</style>
<main>
<h1>${title}</h1>
${body}
</main>
</html>
`
}

export const endedPage = page(
  'This file is no longer available',
  '<p>Files of exports are kept for seven days. Please create the export again.</p>',
)

export const elsewherePage = page(
  'This file cannot be found',
  '<p>It is not in the data directory of this server. Please create the export again, or ask the operator.</p>',
)

/** The same page for every fault, so that it reveals nothing. */
export const notFoundPage = page(
  'This link does not work',
  '<p>It may have been cut off or changed on its way. Please use the link in the message as it is.</p>',
)

export const laterPage = page(
  'Please try again in a moment',
  '<p>The server cannot answer just now. Nothing was changed.</p>',
)

export function unsubscribePage(listName: string): string {
  return page(
    'Unsubscribe?',
    `<p>You will get no more messages from <strong>${htmlEncode(listName)}</strong>.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
  )
}

export function unsubscribedPage(listName: string): string {
  return page(
    'You are unsubscribed',
    `<p>You will get no more messages from <strong>${htmlEncode(listName)}</strong>.</p>`,
  )
}
