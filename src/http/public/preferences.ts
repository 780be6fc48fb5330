import { changeDetails, type DetailsOutcome } from '../../actions/responses/preference-details.ts'
import { requestAddressChange } from '../../actions/responses/address-change.ts'
import { chooseLists, leaveAllLists } from '../../actions/responses/preference-lists.ts'
import { beginPause, resume } from '../../actions/responses/preference-pause.ts'
import {
  showPreferences,
  type PreferenceVisit,
  type Preferences,
} from '../../actions/responses/preference-view.ts'
import { parseId } from '../../contract/values/text.ts'
import { languageFor } from '../../contract/responses/language.ts'
import {
  preferencesPage,
  type PreferenceNote,
  type PreferenceStep,
} from '../../contract/responses/preferences.ts'
import { wordsOf } from '../../contract/responses/words.ts'
import type { PublicCall } from './call.ts'
import { brandAt, pageHeaders } from './pages.ts'
import type { Answer } from './repeats.ts'

type Outcome = { note: PreferenceNote | null; faulty?: Exclude<DetailsOutcome, string>['faulty'] }

/** It changes nothing: programs follow every link of a message. */
export function showPreferencesPage(call: PublicCall): Promise<Answer | null> {
  return answer(call, { note: null })
}

/** Each form of the page. @returns the page as it is afterwards. */
export async function takeStep(step: PreferenceStep, call: PublicCall): Promise<Answer | null> {
  const { sql, form } = call
  const visit: PreferenceVisit = { ...call.visit, requestId: call.request.id }
  switch (step) {
    case 'lists':
      return answer(call, { note: await chooseLists(sql, visit, choiceOf(form)) })
    case 'details': {
      const outcome = await changeDetails(sql, visit, form)
      return answer(call, typeof outcome === 'string' ? { note: outcome } : { note: 'notSaved', ...outcome })
    }
    case 'pause':
      return answer(call, { note: await beginPause(sql, visit, form.get('weeks')) })
    case 'resume':
      return answer(call, { note: await resume(sql, visit) })
    case 'address': {
      const accepted = call.request.headers['accept-language']
      const note = await requestAddressChange(sql, visit, { text: form.get('email'), accepted })
      return answer(call, { note })
    }
    case 'leave':
      return answer(call, { note: await leaveAllLists(sql, visit) })
  }
}

/** `s`: the lists that the page showed as on. What the reader has not changed on it, this tab does not change. */
function choiceOf(form: URLSearchParams) {
  const [ticked, were] = [idsOf(form, 'l'), idsOf(form, 's')]
  return {
    join: ticked.filter((id) => !were.includes(id)),
    leave: were.filter((id) => !ticked.includes(id)),
  }
}

function idsOf(form: URLSearchParams, name: string): number[] {
  return form
    .getAll(name)
    .slice(0, 1000)
    .flatMap((value) => parseId(value) ?? [])
}

async function answer(call: PublicCall, outcome: Outcome): Promise<Answer | null> {
  const found = await showPreferences(call.sql, call.visit)
  return found === null
    ? null
    : { headers: { ...pageHeaders, vary: 'accept-language' }, body: bodyOf(call, found, outcome) }
}

function bodyOf({ request }: PublicCall, found: Preferences, { note, faulty }: Outcome): string {
  const language = languageFor(found.language, request.headers['accept-language'])
  const [, token = '', step] = /\/p\/([^/?]*)(\/[^/?]+)?/.exec(request.url) ?? []
  const up = step === undefined ? '' : '../'
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: found.zone })
  return preferencesPage({
    ...found,
    language,
    words: wordsOf(language, found.texts),
    brand: brandAt(found.brand, `../${up}`),
    fields: found.fields.map((field) => ({ ...field, ...faulty?.get(field.id) })),
    pausedUntil: found.pausedUntil === null ? null : day.format(found.pausedUntil),
    note,
    url: `${up}${token}`,
  })
}
