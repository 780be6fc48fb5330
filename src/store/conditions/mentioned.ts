import { spellingsOf } from '../../contract/values/email.ts'
import { writtenAs, type Wanted } from '../../contract/values/spelling/mentions.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'

/**
 * Whether a text may mention one of the addresses; `Wanted.isMentioned` tells. Of more addresses than one the statement would
 * look for each in each text, so all texts are read.
 */
export function isMentioned(sql: Sql, text: Fragment, { keys }: Wanted): Fragment {
  if (keys.length > keysMax) return sql`true`
  const spellings = keys.flatMap(writtenAs)
  return sql`(select bool_or(strpos(${text}, spelling) > 0) from unnest(${spellings}::text[]) s (spelling))`
}

/** Eight took nine times as long in the database as reading all texts of 600,000 rows. */
const keysMax = 1

/** Folds case as keys do. Only non-ASCII letters have more than one lower-case spelling. */
export function folded(sql: Sql, text: Fragment, { keys }: Wanted): Fragment {
  return keys.every((key) => spellingsOf(key).length === 1)
    ? sql`lower(${text})`
    : sql`normalize(lower(${text}), nfc)`
}

/** No transaction takes so long. */
const lateHours = 1

/** What was written since, or by a transaction that had begun, on a column that says when it was. */
export function orLate(sql: Sql, time: Fragment, isLate: boolean): Fragment {
  return isLate ? sql`and ${time} > now() - make_interval(hours => ${lateHours}::integer)` : sql``
}

/** As people read it: an escape such as `\n` would otherwise begin a word. */
export function unescaped(json: string): string {
  return json.replaceAll(/\\(?:u[0-9a-fA-F]{4}|.)/g, ' ')
}
