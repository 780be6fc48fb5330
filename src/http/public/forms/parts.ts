import { createSubmissions } from '../../../actions/lists/forms/submit.ts'
import { createGatherer } from '../../../actions/gather.ts'
import type { Database } from '../../../database/driver/connection.ts'
import type { Secrets } from '../../../secrets/ring.ts'
import { findPublicForm, type PublicForm } from '../../../store/lists/forms/public.ts'
import { createFormTickets } from '../../../links/form-tickets.ts'
import { createSignUpLinks } from '../../../links/forms.ts'
import type { Pace } from '../pace.ts'
import type { SubmissionPace } from './pace.ts'
import type { ReceiveParts } from './receive.ts'

export type FormParts = ReceiveParts & {
  database: Database
  links: ReturnType<typeof createSignUpLinks>
  /** null: there is no such form. */
  find: (place: string) => Promise<PublicForm | null>
  /** Of links that were guessed. */
  hits: Pace
}

type Settings = { database: Database; secrets: Secrets; hits: Pace; pace: SubmissionPace; now?: () => number }

/** @param settings `now`: the clock of the tickets, in milliseconds. */
export function createFormParts({ secrets, now, ...settings }: Settings): FormParts {
  return {
    ...settings,
    submit: createSubmissions(secrets),
    tickets: createFormTickets(secrets, now),
    links: createSignUpLinks(secrets),
    find: createFinder(settings.database),
  }
}

/** Between two looks at a form, which are two statements each. */
const lookEveryMs = 50

/** Submissions that arrive while a form is being looked up share the next look. */
function createFinder(database: Database) {
  const look = createGatherer<{ organizationId: number; token: string }, PublicForm | null>(
    async (asked) => {
      const [{ organizationId, token }] = asked
      const form = await database
        .within(organizationId)
        .read((sql) => findPublicForm(sql, organizationId, { token }))
      return asked.map(() => form)
    },
    { everyMs: lookEveryMs },
  )
  return async (place: string): Promise<PublicForm | null> => {
    const [, organization, token = ''] = /^([1-9]\d{0,8})-([\w-]{22})$/.exec(place) ?? []
    return organization === undefined ? null : look(place, { organizationId: Number(organization), token })
  }
}
