import type { rowForms } from '../../../src/contract/values/said/rows.ts'
import type { Template } from '../../design/figures.ts'

/** What the server refuses, and why; also what is wrong with a cell of a file. */
export const refusalWords = {
  /** English is what the server says. */
  forms: {} as Record<keyof typeof rowForms, Template> & Partial<Record<string, Template>>,
  /** Attributes whose name in the API says little to people. Others are shown with spaces in place of underscores. */
  names: {
    d_from_email: 'sender address',
    d_from_name: 'sender name',
    email: 'e-mail',
    from_email: 'sender address',
    from_name: 'sender name',
    full_name: 'name',
    reply_to: 'reply address',
    time_zone_name: 'time zone',
    totp: 'code',
    url: 'address',
  } as Partial<Record<string, string>>,
  field: (name: string, problem: string) => `${name} ${problem}`,
}
