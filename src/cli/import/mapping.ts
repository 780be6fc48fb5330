import { builtInColumns } from '../../contract/imports/plan.ts'
import { parseEmail } from '../../contract/values/email.ts'

/** Names of the built-in fields in other programs, as `bare` writes them. */
const synonyms: Partial<Record<(typeof builtInColumns)[number], readonly string[]>> = {
  email: ['emailaddress', 'mail', 'mailaddress', 'emailaddr', 'subscriberemail', 'contactemail', 'courriel',
    'adresseemail', 'emailadresse', 'correo', 'correoelectronico', 'emailid'], // prettier-ignore
  status: ['subscriberstatus', 'subscriptionstatus', 'emailstatus'],
  email_format: ['format', 'emailtype', 'preferredformat', 'mailformat'],
  confirmed: ['isconfirmed', 'doubleoptin'],
  subscribe_time: ['subscribedat', 'subscribedon', 'subscribedate', 'subscriptiondate', 'subscriptiontime',
    'datesubscribed', 'signupdate', 'signuptime', 'signedupat', 'optintime', 'optindate', 'dateadded', 'addedat',
    'joinedat', 'datejoined', 'joindate'], // prettier-ignore
  subscribe_ip: ['signupip', 'optinip', 'subscriptionip', 'ip', 'ipaddress'],
  remove_time: ['removedat', 'removedate', 'unsubscribedat', 'unsubscribedon', 'unsubscribetime', 'unsubtime',
    'unsubscribedate', 'dateunsubscribed', 'optouttime', 'optoutdate'], // prettier-ignore
  remove_ip: ['removedip', 'unsubscribeip', 'optoutip'],
  confirm_time: ['confirmedat', 'confirmedon', 'confirmdate', 'confirmationtime', 'confirmationdate'],
}

export function fieldNamesOf(
  list: { has_format: boolean; has_confirmed: boolean },
  customFields: readonly { name: string }[],
): string[] {
  const builtIn = builtInColumns.filter(
    (name) => (name !== 'confirmed' || list.has_confirmed) && (name !== 'email_format' || list.has_format),
  )
  return [...builtIn, ...customFields.map(({ name }) => name)]
}

/**
 * Maps each column to one of `fieldNames`, or to ''. Each name is used once; exact names come first, then names that
 * differ only in spaces and punctuation, then synonyms. Ties go to the first column.
 */
export function proposeMapping(header: readonly string[], fieldNames: readonly string[]): string[] {
  const mapping = header.map(() => '')
  const free = new Set(fieldNames)
  for (const fits of [isSameName, isNearName, isSynonym]) {
    for (const [index, title] of header.entries()) {
      if (mapping[index] !== '') continue
      const name = [...free].find((candidate) => fits(title, candidate))
      if (name === undefined) continue
      mapping[index] = name
      free.delete(name)
    }
  }
  return mapping
}

function isSameName(title: string, name: string): boolean {
  return title.trim().toLowerCase() === name.toLowerCase()
}

function isNearName(title: string, name: string): boolean {
  return bare(title) !== '' && bare(title) === bare(name)
}

function isSynonym(title: string, name: string): boolean {
  const builtIn = builtInColumns.find((candidate) => candidate === name)
  return builtIn !== undefined && synonyms[builtIn]?.includes(bare(title)) === true
}

function bare(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** The first column whose filled cells are all e-mail addresses, or -1. */
export function findAddresses(rows: readonly (readonly string[])[]): number {
  const width = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: width }, (_, index) =>
    rows.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== ''),
  ).findIndex((cells) => cells.length > 0 && cells.every((cell) => parseEmail(cell) !== null))
}
