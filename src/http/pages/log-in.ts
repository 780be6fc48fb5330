import { colourPattern, edgeOn, textOn } from '../../contract/responses/brand-colours.ts'
import type { ShownBrand } from '../../contract/responses/public-frame.ts'
import { accountWords } from '../../contract/users/account-words/words.ts'
import { directionOf, type Language } from '../../contract/users/languages.ts'
import { passwordLengthMax, passwordLengthMin } from '../../contract/users/sessions.ts'
import { htmlEncode } from '../../rendering/merge.ts'

/** Plain HTML, so that the pages work without scripts. */

const policy = [
  "default-src 'none'",
  // The color of an organization.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The address of a page may contain a token, so it is neither cached nor sent as a referrer. */
export const logInPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

/** Addresses are relative to `/log_in/…`, so that they work below a path of a proxy. */
type Parts = {
  language: Language
  title: string
  lead?: string
  body: string
  after?: string
  brand?: ShownBrand | null
}

function page({ language, title, lead = '', body, after = '', brand = null }: Parts): string {
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title} · Quiver</title>
<link rel="icon" href="../icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="../log-in.css">
${brand?.color == null ? '' : `<style>${styleOf(brand.color)}</style>\n`}</head>
<body>
<main class="log-in">
${headOf(brand)}
<h1>${title}</h1>
${lead === '' ? '' : `<p class="lead">${lead}</p>\n`}<div class="panel">
${body}
</div>
${after === '' ? '' : `<p class="after">${after}</p>\n`}</main>
</body>
</html>
`
}

function headOf(brand: ShownBrand | null): string {
  if (brand === null) return '<p class="brand"><img src="../icon.svg" alt=""> Quiver</p>'
  const { name, logo } = brand
  if (logo === null) return `<p class="brand">${htmlEncode(name)}</p>`
  const size = `width="${logo.width_px}" height="${logo.height_px}"`
  return `<p class="brand"><img class="logo" src="${htmlEncode(logo.url)}" alt="${htmlEncode(name)}" ${size}></p>`
}

/** The button alone has the color of the organization: words in it could be hard to read. */
function styleOf(color: string): string {
  if (!colourPattern.test(color)) return ''
  const edge = (ground: string) => `border: 1px solid ${edgeOn(color, ground)}`
  return `button { background: ${color}; color: ${textOn(color)}; ${edge('#ffffff')} }
@media (prefers-color-scheme: dark) { button { ${edge('#1b1f23')} } }`
}

export type PasswordForm = {
  kind: 'invitation' | 'password_reset'
  email: string
  organization: string
  brand: ShownBrand | null
  problem?: string
}

export function passwordPage(
  language: Language,
  { kind, email, organization, brand, problem }: PasswordForm,
): string {
  const words = accountWords(language)
  const isFirst = kind === 'invitation'
  return page({
    language,
    brand,
    title: isFirst ? words.choosePassword : words.chooseNewPassword,
    lead: words.forWhom(htmlEncode(email), htmlEncode(organization)),
    after: isFirst ? '' : words.logsOut,
    body: `${problemOf(problem)}<form method="post" action="set_password">
<input type="text" name="username" value="${htmlEncode(email)}" autocomplete="username" readonly hidden>
<label for="password">${words.password}</label>
<input id="password" name="password" type="password" autocomplete="new-password" required autofocus
 minlength="${passwordLengthMin}" maxlength="${passwordLengthMax}" aria-describedby="rules">
<p class="rules" id="rules">${words.rules(passwordLengthMin)}</p>
<label for="again">${words.again}</label>
<input id="again" name="again" type="password" autocomplete="new-password" required maxlength="${passwordLengthMax}">
<button type="submit">${words.setPassword}</button>
</form>`,
  })
}

const toLogIn = (text: string) => `<a href="../console/">${text}</a>`

export function passwordSetPage(language: Language): string {
  const { isSet, logIn } = accountWords(language)
  return page({
    language,
    title: isSet.title,
    body: `<p>${isSet.text}</p>
<p><a class="button" href="../console/">${logIn}</a></p>`,
  })
}

/** The same page for every fault of a link, so that it reveals nothing. */
export function deadLinkPage(language: Language): string {
  const { dead } = accountWords(language)
  return page({
    language,
    title: dead.title,
    body: `<p>${dead.once}</p>
<p>${dead.set(toLogIn)}</p>
<p>${dead.fresh}</p>
<p>${dead.otherwise((text) => `<a href="forgot_password">${text}</a>`)}</p>`,
  })
}

export function forgotPasswordPage(language: Language, problem?: string): string {
  const { forgot, logIn } = accountWords(language)
  return page({
    language,
    title: forgot.title,
    lead: forgot.lead,
    after: toLogIn(logIn),
    body: `${problemOf(problem)}<form method="post" action="forgot_password">
<label for="email">${forgot.email}</label>
<input id="email" name="email" type="email" autocomplete="username" required autofocus maxlength="600">
<button type="submit">${forgot.submit}</button>
</form>`,
  })
}

export function linkMailedPage(language: Language): string {
  const { mailed, logIn } = accountWords(language)
  return page({
    language,
    title: mailed.title,
    after: toLogIn(logIn),
    body: `<p>${mailed.sent}</p>
<p>${mailed.nothing}</p>`,
  })
}

export function laterPage(language: Language): string {
  const { later } = accountWords(language)
  return page({ language, title: later.title, body: `<p>${later.text}</p>` })
}

function problemOf(problem: string | undefined): string {
  return problem === undefined ? '' : `<p class="problem" role="alert">${htmlEncode(problem)}</p>\n`
}
