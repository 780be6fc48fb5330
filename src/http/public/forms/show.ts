import { shownFields } from '../../../contract/lists/forms/definition.ts'
import {
  afterPage,
  formPage,
  type AfterPage,
  type FormPage,
  type PageOf,
} from '../../../contract/lists/forms/page.ts'
import { languageFor } from '../../../contract/responses/language.ts'
import type { Language } from '../../../contract/responses/words.ts'
import type { PublicForm } from '../../../store/lists/forms/public.ts'
import { pageHeaders } from '../pages.ts'
import type { Answer } from '../repeats.ts'

/** `/f/<organization>-<token>`. */
export function pathOf({ organizationId, token }: Pick<PublicForm, 'organizationId' | 'token'>): string {
  return `${organizationId}-${token}`
}

export function takesSubmissions({ isOpen, hasSender }: PublicForm): boolean {
  return isOpen && hasSender
}

export function languageOf(form: PublicForm, accepted: string | undefined): Language {
  return languageFor(form.language ?? form.brandLanguage, accepted)
}

/** Relative, so that the pages work below a path of a proxy: both `/f/` and `/s/` have one level. */
function pageOf(form: PublicForm, language: Language): PageOf {
  const { brand, listName, texts } = form
  const { logo } = brand
  const shown = { ...brand, logo: logo === null ? null : { ...logo, url: `../a/${logo.place}` } }
  return { language, brand: shown, listName, texts }
}

export function showForm(
  form: PublicForm,
  language: Language,
  state: Pick<FormPage, 'ticket' | 'given' | 'problems' | 'isAgain'>,
): Answer {
  const body = formPage({
    ...pageOf(form, language),
    form,
    fields: shownFields(form.fields, form.ofList),
    action: pathOf(form),
    scriptUrl: '../sign-up.js',
    ...state,
  })
  const headers = form.proof_of_work ? withScript : pageHeaders
  return {
    status: state.problems === undefined ? 200 : 422,
    headers: { ...headers, vary: 'accept-language' },
    body,
  }
}

const withScript = {
  ...pageHeaders,
  'content-security-policy': `${pageHeaders['content-security-policy']}; script-src 'self'`,
}

export function showAfter(
  form: PublicForm,
  language: Language,
  page: AfterPage,
  { status = 200, formAction }: { status?: number; formAction?: string | undefined } = {},
): Answer {
  const policy = pageHeaders['content-security-policy']
  // Browsers hold the target of a redirect against this rule, too.
  const headers =
    formAction === undefined
      ? pageHeaders
      : {
          ...pageHeaders,
          'content-security-policy': policy.replace("form-action 'self'", `form-action 'self' ${formAction}`),
        }
  return {
    status,
    headers: { ...headers, vary: 'accept-language' },
    body: afterPage(pageOf(form, language), page),
  }
}
