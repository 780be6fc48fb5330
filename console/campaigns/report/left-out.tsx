import { Text } from '@mantine/core'
import { reportWords } from '../../words/reports.ts'

/** People who got no message, whom no tile counts. Empty if every recipient got one. */
export function LeftOut({ asked, failed }: { asked: number; failed: number }) {
  if (asked + failed === 0) return null
  return (
    <Text size="sm" role="note">
      {reportWords.leftOut(asked, failed)}
    </Text>
  )
}
