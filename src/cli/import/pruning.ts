import {
  prunedStatus,
  pruneLimitDefault,
  type PruneAction,
  type PruneLimit,
} from '../../contract/imports/prune.ts'
import type { ImportRecord } from '../../contract/imports/endpoints.ts'
import { grouped } from './terminal.ts'

export type PruneOptions = { notInFile?: PruneAction; pruneLimit?: PruneLimit }

/** @throws Error, a sentence, if the limit has nothing to limit. */
export function pruneSettings({ notInFile, pruneLimit }: PruneOptions) {
  if (notInFile === undefined) {
    if (pruneLimit === undefined) return {}
    throw new Error('--prune-limit has no effect without --not-in-file. Give both or neither.')
  }
  return { not_in_file: notInFile, ...(pruneLimit === undefined ? {} : { prune_limit: pruneLimit }) }
}

/** Lines for the report of an import, or of a dry run. */
export function prunedCounts({ stats: { prune }, not_in_file: action }: ImportRecord) {
  if (prune === undefined || action === undefined) return []
  const status = prunedStatus[action]
  const { not_in_file: found, left_alone: leftAlone } = prune
  return [
    { count: prune.pruned, meaning: `${status}: active, and not in the file` },
    { count: leftAlone, meaning: 'not in the file, and left alone: changed meanwhile' },
    { count: prune.is_over_limit === true ? (found ?? 0) : 0, meaning: 'not in the file: above the limit' },
  ].filter(({ count }, index) => count > 0 || index === 0)
}

/** What a person agrees to after the dry run. */
export type Question = { text: string; isYesByDefault: boolean }

/** @throws Error, a sentence, if the import would be refused for the limit that was given. */
export function questionOf(
  { stats: { prune }, not_in_file: action }: ImportRecord,
  limit?: PruneLimit,
): Question {
  const notInFile = prune?.not_in_file ?? 0
  if (prune === undefined || action === undefined || notInFile === 0) {
    return { text: 'Import the file?', isYesByDefault: true }
  }
  const found = `${grouped(notInFile)} of ${grouped(prune.active ?? 0)} active subscribers of the list`
  if (prune.is_over_limit === true && limit !== undefined) {
    throw new Error(
      `${found} are not in the file, more than --prune-limit ${limit} allows. Nothing was imported. If the file is complete, import it again with --prune-limit ${notInFile}.`,
    )
  }
  const warning = prune.is_over_limit
    ? `That is more than ${pruneLimitDefault} of them. Is the file complete?\n`
    : ''
  return {
    text: `${warning}Import the file, and ${action} ${found}, who are not in it?`,
    isYesByDefault: false,
  }
}
