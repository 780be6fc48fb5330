import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { reportWords } from '../../words/report/reports.ts'

type LeftOutProps = { asked: number; failed: number; to: string | undefined }

/** People who got no message, whom no tile counts. Empty if every recipient got one. */
export function LeftOut({ asked, failed, to }: LeftOutProps) {
  if (asked + failed === 0) return null
  return (
    <Text size="sm" role="note">
      {reportWords.leftOut(asked, failed)}{' '}
      {to !== undefined && (
        <Anchor component={Link} href={to} inherit>
          {reportWords.seeLeftOut}
        </Anchor>
      )}
    </Text>
  )
}
