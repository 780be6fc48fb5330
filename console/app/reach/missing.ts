import { createContext, useContext, useLayoutEffect } from 'react'
import { useParams } from 'wouter'
import { areInAddress } from './records.ts'

/** Set by the frame: puts the page that says so in the place of the page of a record that does not exist. */
export const MissingRecord = createContext<() => void>(() => {})

/**
 * Tells the frame that the record of the page does not exist. A call is about that record if all records that it names are
 * in the address: what a page asks of other records does not take the page away.
 * @param records by their names in the address: `{ list: 2, person: 7 }`
 */
export function useMissingRecord(isMissing: boolean, records: Record<string, string | number>): void {
  const address = useParams() as Record<string, string | undefined>
  const report = useContext(MissingRecord)
  const isAbout = areInAddress(records, address)
  useLayoutEffect(() => {
    if (isMissing && isAbout) report()
  }, [isMissing, isAbout, report])
}
