/** What the oracle is asked about, and what it answers with. */

export type OracleStatus = 'active' | 'unsubscribed' | 'bounced' | 'deactivated' | 'scomp'

/** What is absent is null in the list; an absent `subscribeTime` is the time of adding. Times are ISO texts in UTC. */
export type OracleSubscriber = {
  email: string
  status: OracleStatus
  fields: Record<string, unknown>
  confirmed?: boolean
  format?: string
  subscribeTime?: string
  subscribeIp?: string
  removeTime?: string
  removeIp?: string
  confirmTime?: string
}

export type OracleImport = {
  file: string | Buffer
  /** What each column is: a subscriber field, '' or a custom field's name. */
  mapping: string[]
  hasHeaders?: boolean
  separator?: ',' | '\t' | ';' | '|'
  enclosure?: '"' | "'"
  characterSet?: 'utf-8' | 'iso-8859-1' | 'windows-1252'
  dateFormat?: 'mdy' | 'dmy'
  /** Of the organization. */
  zone?: string
  overwrite?: boolean
  overwriteStatus?: boolean
  overwriteFields?: boolean
  overwriteConfirmed?: boolean
  overwriteFormat?: boolean
  whenStatus?: Partial<Record<OracleStatus, boolean>>
  /** Whether the list has these attributes. */
  hasConfirmed?: boolean
  hasFormat?: boolean
  /** The field that tells the list's subscribers apart; absent: the address. */
  keyField?: string
  /** Checks of fields by name: the value, null for blank, undefined for invalid. No entry: a text. */
  fields?: Record<string, (text: string) => unknown>
  defaultFields?: Record<string, unknown>
  defaultStatus?: OracleStatus
  defaultConfirmed?: boolean
  defaultFormat?: string
  /** Active subscribers that may still be added. */
  freePlaces?: number
}
