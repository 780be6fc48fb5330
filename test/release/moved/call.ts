/** Ids of records by name, such as `mailing_lists`: those of the furnished organization, and what earlier calls have kept. */
export type Ids = Record<string, string>

/** A call as the contract documents it, or as a client of it sends it. */
export type ReplayedCall = {
  /** Method and path, with the names of ids in braces: `GET mailing_lists/{mailing_lists}/campaigns`. */
  call: string
  body?: (ids: Ids) => unknown
  as?: 'system'
  /** The members of `data`, or of its first element, that the contract names. */
  answers?: string
  /** Keeps `data.id` under this name. */
  keep?: string
  headers?: Record<string, string>
  /** What the server does instead. Absent: it answers as documented. */
  differs?: string
}

export type Resource = { name: string; calls: readonly ReplayedCall[] }
