import { Text } from '@mantine/core'
import { reportWords } from '../words/reports.ts'

/** People who got no message, which no tile counts. Nothing if everybody got one. */
export function LeftOut({ asked, failed }: { asked: number; failed: number }) {
  if (asked + failed === 0) return null
  return (
    <Text size="sm" role="note">
      {reportWords.leftOut(asked, failed)}
    </Text>
  )
}
