import { Anchor, Button, Group, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  addSendingCredits,
  removeSendingCredits,
  setSendingCredits,
  showSendingCredits,
} from '../../src/contract/accounting/credits.ts'
import { useCall, useChange } from '../app/api.ts'
import { Panel } from '../design/page.tsx'
import { Answered, Failure } from '../design/states.tsx'
import { organizationWords } from '../words/organizations.ts'

const words = organizationWords.credits
const kinds = ['add', 'remove', 'set'] as const
type Kind = (typeof kinds)[number]

export function Credits({ id }: { id: number }) {
  const credits = useCall(showSendingCredits, { params: { id } })
  const now = credits.data?.data.sending_credits.current_credits_available
  const ledger = (
    <Anchor component={Link} href={`/system/organizations/${id}/credits`}>
      {organizationWords.ledger}
    </Anchor>
  )
  return (
    <Panel title={now === undefined ? words.amount : words.title(now)} actions={ledger}>
      <Answered of={credits}>
        {({ data: { sending_credits: known } }) => (
          <Stack gap="md">
            <Text c="dimmed">
              {words.sent(known.lifetime_messages_sent)} {words.pays}
            </Text>
            <Change id={id} now={known.current_credits_available} />
          </Stack>
        )}
      </Answered>
    </Panel>
  )
}

/** Credits are money: the new balance is shown first, and a repeated press counts once. */
function Change({ id, now }: { id: number; now: number }) {
  const [kind, setKind] = useState<Kind>('add')
  const [credits, setCredits] = useState<number | ''>('')
  // One key for one intention: it changes with the values of the request, and after each success.
  const [idempotencyKey, setKey] = useState(newKey)
  const done = () => {
    setCredits('')
    setKey(newKey())
  }
  const changes = {
    add: useChange(addSendingCredits, { done, touches: ['Organizations'] }),
    remove: useChange(removeSendingCredits, { done, touches: ['Organizations'] }),
    set: useChange(setSendingCredits, { done, touches: ['Organizations'] }),
  }
  const change = changes[kind]
  const then = balanceAfter(kind, now, credits === '' ? 0 : credits)
  const choose = (next: string) => {
    setKind(kinds.find((one) => one === next) ?? 'add')
    setKey(newKey())
  }
  return (
    <Stack gap="xs">
      <Group align="flex-end">
        <SegmentedControl
          aria-label={words.how}
          value={kind}
          onChange={choose}
          data={kinds.map((value) => ({ value, label: words.kinds[value] }))}
        />
        <NumberInput
          label={words.amount}
          min={0}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          hideControls
          value={credits}
          onChange={(value) => {
            setCredits(typeof value === 'number' ? value : '')
            setKey(newKey())
          }}
        />
        <Button
          loading={change.isPending}
          disabled={credits === '' || then < 0}
          onClick={() =>
            credits !== '' && change.mutate({ params: { id }, body: { credits }, idempotencyKey })
          }
        >
          {words.actions[kind](credits)}
        </Button>
      </Group>
      <Text role="status" className="figures" mih={22}>
        {credits === '' ? '' : then < 0 ? words.tooFew(now) : words.after(now, then)}
      </Text>
      {change.isError && <Failure error={change.error} />}
    </Stack>
  )
}

function balanceAfter(kind: Kind, now: number, credits: number): number {
  return { add: now + credits, remove: now - credits, set: credits }[kind]
}

/** Without `crypto.randomUUID`, which pages without TLS lack. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
