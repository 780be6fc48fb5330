import { titleOfCall } from '../../contract/plans/titles.ts'
import type { PlanRow } from '../../store/plans/rows.ts'

type Mail = { subject: string; text: string }

/** @param page of the console, below which each request has its own. */
export function askingMail(row: PlanRow, page: string): Mail {
  const asker = askerOf(row)
  const title = titleOfCall(row.endpoint, row.subject)
  return {
    subject: `${asker} asks for your approval: ${title}`,
    text: [
      `${asker} wants to do what needs a second person:\n${title}`,
      row.note,
      numbersOf(row).join('\n'),
      `Log in to look at all of it, and approve or refuse it:\n${page}/${row.id}`,
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  }
}

export function emergencyMail(row: PlanRow, reason: string, page: string): Mail {
  const title = titleOfCall(row.endpoint, row.subject)
  return {
    subject: `Done in an emergency, without an approval: ${title}`,
    text: [
      `This needed the approval of a second person, and ${askerOf(row)} did it without:\n${title}`,
      `Reason: ${reason}`,
      numbersOf(row).join('\n'),
      `${page}/${row.id}`,
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  }
}

function askerOf({ asker_name: name, assistant }: PlanRow): string {
  const person = name ?? 'Somebody'
  return assistant === '' ? person : `${person}, by ${assistant} (assistant)`
}

/** As the page of the request tells them. */
function numbersOf({ effects }: PlanRow): string[] {
  const { people, messages, credits, left_out: leftOut, waits } = effects
  const some = people === null ? [] : [`People: ${people.is_exact ? '' : 'at least '}${people.number}`]
  const word = (name: string) => name.replaceAll('_', ' ')
  return [
    ...some,
    ...(people?.classes ?? []).map((one) => `  ${word(one.class)}: ${one.people}`),
    ...leftOut.map((one) => `Left out, ${word(one.reason)}: ${one.people}`),
    ...(messages === null ? [] : [`Messages: ${messages}`]),
    ...(messages === null || credits === null ? [] : [`Credits: ${credits}`]),
    ...waits.map(({ sentence }) => sentence),
  ]
}
