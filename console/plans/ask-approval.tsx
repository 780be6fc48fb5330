import { Alert, Anchor, Button, Stack, Text, Textarea } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { createPlan } from '../../src/contract/plans/endpoints.ts'
import { useChange } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useInOrganization } from '../app/places.ts'
import type { Unapproved } from '../app/reach/unapproved.ts'
import { Failure } from '../design/states.tsx'
import { approvalWords } from '../words/audit/approvals.ts'
import { askingWords as words } from '../words/audit/asking.ts'

/** In the place of a refusal: the same call, for a second person to approve. */
export default function AskApproval({ call }: { call: Unapproved }) {
  const may = useMay()
  const at = useInOrganization()
  const [note, setNote] = useState('')
  const ask = useChange(createPlan)
  const asked = ask.data?.data
  return (
    <Alert
      role="alert"
      variant="outline"
      color="var(--quiver-warning)"
      icon={<IconUsers stroke={1.75} />}
      title={words.title}
      my="md"
    >
      {asked === undefined ? (
        <Stack gap="sm" align="flex-start">
          <Text>{may(createPlan) ? words.hint : words.mayNot}</Text>
          {may(createPlan) && (
            <>
              <Textarea
                label={words.note}
                description={words.noteHint}
                maxLength={1000}
                autosize
                minRows={2}
                w="100%"
                maw="36rem"
                value={note}
                onChange={({ currentTarget: { value } }) => setNote(value)}
              />
              {ask.isError && <Failure error={ask.error} />}
              <Button onClick={() => ask.mutate({ body: { ...call, note } })} loading={ask.isPending}>
                {approvalWords.ask.button}
              </Button>
            </>
          )}
        </Stack>
      ) : (
        <Stack gap="sm" align="flex-start" role="status">
          <Text>{asked.needs.length > 0 ? words.asked : words.free}</Text>
          <Anchor component={Link} data-keeps href={at(`/approvals/${asked.id}`)} underline="always">
            {words.open}
          </Anchor>
        </Stack>
      )}
    </Alert>
  )
}
