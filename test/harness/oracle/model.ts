/** Input and output of the oracle. */

export type OracleStatus = 'active' | 'unsubscribed' | 'bounced' | 'deactivated' | 'scomp'

/** Absent values are null in the list; an absent `subscribeTime` is the time of adding. Times are ISO texts in UTC. */
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
  /** The target of each column: a subscriber field, '' or the name of a custom field. */
  mapping: string[]
  hasHeaders?: boolean
  separator?: ',' | '\t' | ';' | '|'
  enclosure?: '"' | "'"
  characterSet?: 'utf-8' | 'utf-16' | 'iso-8859-1' | 'windows-1252'
  dateFormat?: 'mdy' | 'dmy'
  /** Rules that end subscriptions: columns from 1. */
  statusColumns?: {
    column: number
    status: Exclude<OracleStatus, 'active'>
    when?: string[]
    unless?: string[]
  }[]
  zone?: string
  overwrite?: boolean
  overwriteStatus?: boolean
  overwriteFields?: boolean
  overwriteConfirmed?: boolean
  overwriteFormat?: boolean
  whenStatus?: Partial<Record<OracleStatus, boolean>>
  hasConfirmed?: boolean
  hasFormat?: boolean
  /** The primary key of the list; absent: the address. */
  keyField?: string
  /** Checks of fields by name: the value, null for blank, undefined for invalid. No entry: a text field. */
  fields?: Record<string, (text: string) => unknown>
  defaultFields?: Record<string, unknown>
  defaultStatus?: OracleStatus
  defaultConfirmed?: boolean
  defaultFormat?: string
  /** Active subscribers that may still be added. */
  freePlaces?: number
  /** What becomes of active subscribers who are not in the file. */
  notInFile?: 'deactivate' | 'unsubscribe'
  /** Classifies like an import and leaves the list as it was. */
  dryRun?: boolean
}
