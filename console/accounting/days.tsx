import { TextInput } from '@mantine/core'
import { useQueryParam } from '../app/places.ts'
import { reportWords } from '../words/report/reports.ts'

const words = reportWords.sent

/** The first and the last day of a report, in its address. */
export function Days() {
  const [from, setFrom] = useQueryParam('from')
  const [to, setTo] = useQueryParam('to')
  return (
    <>
      <TextInput
        type="date"
        label={words.from}
        value={from}
        max={to || undefined}
        onChange={({ currentTarget: { value } }) => setFrom(value)}
      />
      <TextInput
        type="date"
        label={words.to}
        value={to}
        min={from || undefined}
        onChange={({ currentTarget: { value } }) => setTo(value)}
      />
    </>
  )
}

/** For the query of a report. */
export function useDays(): { start_date?: string; end_date?: string } {
  const [from] = useQueryParam('from')
  const [to] = useQueryParam('to')
  return { ...(from !== '' && { start_date: from }), ...(to !== '' && { end_date: to }) }
}
