import { framed, noBrand, type ShownBrand } from '../../contract/responses/public-frame.ts'
import { wordsIn } from '../../contract/responses/words.ts'
import type { PublicBrand } from '../../store/responses/frame.ts'

const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  // The logo.
  "img-src 'self'",
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

/** @param up the relative address of the root, such as `../`: pages work below a path of a proxy. */
export function brandAt({ logo, ...brand }: PublicBrand, up: string): ShownBrand {
  return { ...brand, logo: logo === null ? null : { ...logo, url: `${up}a/${logo.place}` } }
}

/** For users of the console. */
function page(title: string, text: string): string {
  return framed({ language: 'en', words: wordsIn.en, brand: noBrand, title, body: `<p>${text}</p>` })
}

export const endedPage = page(
  'This file is no longer available',
  'Files of exports are kept for seven days. Please create the export again.',
)

export const elsewherePage = page(
  'This file cannot be found',
  'It is not in the data directory of this server. Please create the export again, or ask the operator.',
)
