import { Button, Group, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import { ApiFailure } from '../../src/client/api.ts'
import { createPlan } from '../../src/contract/plans/endpoints.ts'
import { useChange } from '../app/api.ts'
import { useInOrganization } from '../app/places.ts'
import { kindOf } from '../design/failures.ts'
import { Failure } from '../design/states.tsx'
import { approvalWords } from '../words/audit/approvals.ts'

const words = approvalWords.ask

type AskProps = {
  /** Why the call was refused. */
  error: unknown
  call: { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: Record<string, unknown> }
}

/** Below a refusal: the same call, for a second person to approve. Nothing where that is not why. */
export function AskApproval({ error, call }: AskProps) {
  const [, go] = useLocation()
  const at = useInOrganization()
  const ask = useChange(createPlan, { done: ({ id }) => go(at(`/approvals/${id}`)) })
  const isOffered = error instanceof ApiFailure && error.status === 409 && kindOf(error) === 'refused'
  if (!isOffered) return null
  return (
    <>
      <Text>{words.hint}</Text>
      {ask.isError && <Failure error={ask.error} />}
      <Group>
        <Button onClick={() => ask.mutate({ body: call })} loading={ask.isPending}>
          {words.button}
        </Button>
      </Group>
    </>
  )
}
