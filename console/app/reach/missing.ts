import { createContext, useContext, useLayoutEffect } from 'react'
import { useParams } from 'wouter'
import { ApiFailure } from '../../../src/client/api.ts'
import { areInAddress } from './records.ts'

/** missing: it never existed. gone: the page has shown it, and the server then answered that it does not exist. */
export type Absence = 'missing' | 'gone'

type Report = { absence: Absence | null; report: (absence: Absence) => void }

/** Set by the frame, which says so in the place of the page, or above what the page has shown. */
export const MissingRecord = createContext<Report>({ absence: null, report: () => {} })

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'not_found'
}

/**
 * Tells the frame that the record of the page does not exist. A call is about that record if all records that it names are
 * in the address: what a page asks of other records does not take the page away.
 * @param records by their names in the address: `{ list: 2, person: 7 }`
 */
export function useMissingRecord(absence: Absence | null, records: Record<string, string | number>): void {
  const address = useParams() as Record<string, string | undefined>
  const { report } = useContext(MissingRecord)
  const isAbout = areInAddress(records, address)
  useLayoutEffect(() => {
    if (absence !== null && isAbout) report(absence)
  }, [absence, isAbout, report])
}

/** Whether the frame says above the page that its record was deleted: no part of the page needs to say it again. */
export function useIsGone(): boolean {
  return useContext(MissingRecord).absence === 'gone'
}
