import { createContext, useContext, useLayoutEffect } from 'react'
import { useParams } from 'wouter'

/** Set by the frame: puts the page that says so in the place of the page of a record that does not exist. */
export const MissingRecord = createContext<() => void>(() => {})

/**
 * Tells the frame that the record of the page does not exist. A call is about that record if all of its parameters are
 * in the address: what a page asks of other records does not take the page away.
 */
export function useMissingRecord(isMissing: boolean, params: Record<string, unknown>): void {
  const ofAddress = Object.values(useParams() as Record<string, string | undefined>)
  const report = useContext(MissingRecord)
  const values = Object.values(params).map(String)
  const isAbout = values.length > 0 && values.every((value) => ofAddress.includes(value))
  useLayoutEffect(() => {
    if (isMissing && isAbout) report()
  }, [isMissing, isAbout, report])
}
