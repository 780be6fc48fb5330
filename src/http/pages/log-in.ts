import { colourPattern, edgeOn, textOn } from '../../contract/responses/brand-colours.ts'
import type { ShownBrand } from '../../contract/responses/public-frame.ts'
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
type Parts = { title: string; lead?: string; body: string; after?: string; brand?: ShownBrand | null }

function page({ title, lead = '', body, after = '', brand = null }: Parts): string {
  return `<!doctype html>
<html lang="en">
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

export function passwordPage({ kind, email, organization, brand, problem }: PasswordForm): string {
  const isFirst = kind === 'invitation'
  return page({
    brand,
    title: isFirst ? 'Choose your password' : 'Choose a new password',
    lead: `For <strong>${htmlEncode(email)}</strong> in ${htmlEncode(organization)}.`,
    after: isFirst ? '' : 'This logs you out on all devices.',
    body: `${problemOf(problem)}<form method="post" action="set_password">
<input type="text" name="username" value="${htmlEncode(email)}" autocomplete="username" readonly hidden>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required autofocus
 minlength="${passwordLengthMin}" maxlength="${passwordLengthMax}" aria-describedby="rules">
<p class="rules" id="rules">At least ${passwordLengthMin} characters. Four or more unrelated words are easy to remember and
hard to guess. Or let your password manager choose. Leave out your name, your address, and common or repeated words.</p>
<label for="again">The same password again</label>
<input id="again" name="again" type="password" autocomplete="new-password" required maxlength="${passwordLengthMax}">
<button type="submit">Set password</button>
</form>`,
  })
}

const logInLink = '<a href="../console/">Log in</a>'

export const passwordSetPage = page({
  title: 'Your password is set',
  body: `<p>From now on you log in with your address and your new password. The link in the mail no longer works.</p>
<p><a class="button" href="../console/">Log in</a></p>`,
})

/** The same page for every fault of a link, so that it reveals nothing. */
export const deadLinkPage = page({
  title: 'This link no longer works',
  body: `<p>Each link works once: that of an invitation within seven days, that of a password reset within one hour.</p>
<p><strong>Have you set a password already?</strong> Then <a href="../console/">log in to Quiver</a>.</p>
<p><strong>Is the link still new?</strong> Open it again from the mail. This page needs cookies, and remembers the link
for half an hour.</p>
<p><strong>Otherwise</strong> <a href="forgot_password">get a new link</a>, or ask the administrator who invited you.</p>`,
})

export function forgotPasswordPage(problem?: string): string {
  return page({
    title: 'Forgot your password?',
    lead: 'Quiver mails you a link with which you set a new one.',
    after: logInLink,
    body: `${problemOf(problem)}<form method="post" action="forgot_password">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" required autofocus maxlength="600">
<button type="submit">Send the link</button>
</form>`,
  })
}

export const linkMailedPage = page({
  title: 'Check your email',
  after: logInLink,
  body: `<p>If the address belongs to an account, a link is on its way to it. The link works once, within one hour.</p>
<p>Nothing after a few minutes? Look in the spam folder, and check that you were invited by this address.</p>`,
})

export const laterPage = page({
  title: 'Please try again in a moment',
  body: '<p>The server cannot answer just now. Nothing was changed.</p>',
})

function problemOf(problem: string | undefined): string {
  return problem === undefined ? '' : `<p class="problem" role="alert">${htmlEncode(problem)}</p>\n`
}
