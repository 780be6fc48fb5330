import { Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import {
  sendingRuleEndpoints,
  showSendingRuleUses,
} from '../../../src/contract/resources/special-sending-rules.ts'
import { useCall, useChange, type Answer } from '../../app/api.ts'
import { useGuard } from '../../app/reach/guard.ts'
import { useMay } from '../../app/may.ts'
import { useIdParam, useInOrganization } from '../../app/places.ts'
import { Confirm, Danger } from '../../design/confirm.tsx'
import { Page, Panel } from '../../design/page.tsx'
import { Answered } from '../../design/states.tsx'
import { UseList } from '../../design/uses.tsx'
import { routeWords } from '../../words/resources.ts'
import { sendingRuleWords as words } from '../../words/audience/sending-rules.ts'
import { RuleForm } from './form.tsx'
import { valuesOf, type SendingRule } from './values.ts'

const { show, update, remove } = sendingRuleEndpoints.own

export default function OneSendingRule() {
  const id = useIdParam('rule')
  return <Known id={id} />
}

function Known({ id }: { id: number }) {
  const at = useInOrganization()
  const found = useCall(show, { params: { id } }) as UseQueryResult<Answer<SendingRule>>
  return (
    <Page
      title={found.data?.data.name ?? words.title}
      parent={{ title: words.title, to: at('/sending-rules') }}
    >
      <Answered of={found}>{({ data }) => <EditRule key={data.id} rule={data} />}</Answered>
    </Page>
  )
}

function EditRule({ rule }: { rule: SendingRule }) {
  const may = useMay()
  const params = { id: rule.id }
  const change = useChange(update, { guard: useGuard(`sending rule ${rule.id}`, rule.updated_at) })
  // Only once: what one has typed since stays when the saved rule comes back.
  const [initial] = useState(() => valuesOf(rule))
  return (
    <RuleForm
      initial={initial}
      save={may(update) ? (body) => change.mutate({ params, body }) : null}
      state={change}
      beside={may(showSendingRuleUses) && <Uses rule={rule} />}
    />
  )
}

/** What a change concerns, and what a deletion waits for. */
function Uses({ rule }: { rule: SendingRule }) {
  const may = useMay()
  const uses = useCall(showSendingRuleUses, { params: { id: rule.id } })
  return (
    <Answered of={uses}>
      {({ data }) => (
        <>
          <Panel title={words.uses.title}>
            {data.length === 0 ? <Text c="dimmed">{words.uses.none}</Text> : <UseList uses={data} />}
          </Panel>
          {may(remove) && <Remove rule={rule} isUsed={data.length > 0} />}
        </>
      )}
    </Answered>
  )
}

function Remove({ rule, isUsed }: { rule: SendingRule; isUsed: boolean }) {
  const at = useInOrganization()
  const [, go] = useLocation()
  const [isOpen, setOpen] = useState(false)
  const change = useChange(remove, { done: () => go(at('/sending-rules')) })
  return (
    <Panel title={words.remove.title}>
      <Stack gap="sm" align="flex-start">
        <Text c="dimmed">{isUsed ? words.remove.inUse : words.remove.text}</Text>
        {!isUsed && <Danger onClick={() => setOpen(true)}>{routeWords.remove}</Danger>}
      </Stack>
      <Confirm
        isOpen={isOpen}
        title={routeWords.removal.title(rule.name)}
        action={routeWords.removal.action(rule.name)}
        act={() => change.mutate({ params: { id: rule.id } })}
        close={() => setOpen(false)}
        isWorking={change.isPending}
        error={change.error}
      >
        <Text>{routeWords.removal.text}</Text>
      </Confirm>
    </Panel>
  )
}
