import { Alert, Anchor, Button, Group, List, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { applyPlan, approvePlan, refusePlan, showPlan } from '../../src/contract/plans/endpoints.ts'
import { useCall, useChange } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useIdParam, useInOrganization, useZone } from '../app/places.ts'
import { Facts } from '../design/facts.tsx'
import { count, instant } from '../design/figures.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Failure } from '../design/states.tsx'
import { askerOf, campaignOf, titleOf, type Plan } from './data.ts'
import { PlanState } from './plan-state.tsx'
import { approvalWords } from '../words/audit/approvals.ts'

const words = approvalWords.one

export default function OneApproval() {
  const id = useIdParam('plan')
  const at = useInOrganization()
  const plan = useCall(showPlan, { params: { id } }, { everyMs: 5_000 })
  const known = plan.data?.data
  return (
    <Page
      title={known === undefined ? approvalWords.title : titleOf(known)}
      aside={known && <PlanState of={known.state} />}
      parent={{ title: approvalWords.title, to: at('/approvals') }}
    >
      <Answered of={plan}>
        {({ data }) => (
          <>
            {data.problem !== '' && (
              <Alert color="red">
                {words.void} {data.problem}
              </Alert>
            )}
            <Panel title={words.facts}>
              <Effects of={data} />
            </Panel>
            {data.state === 'waiting' && <Decide of={data} />}
            {(data.state === 'approved' || data.state === 'planned') && <Apply of={data} />}
          </>
        )}
      </Answered>
    </Page>
  )
}

function Effects({ of: plan }: { of: Plan }) {
  const at = useInOrganization()
  const zone = useZone()
  const { effects } = plan
  const { people } = effects
  const campaign = campaignOf(plan)
  const lines = [
    { word: words.classes, lines: people?.classes.map((one) => words.numbered(one.class, one.people)) ?? [] },
    { word: words.leftOut, lines: effects.left_out.map((one) => words.numbered(one.reason, one.people)) },
    { word: words.waits, lines: effects.waits.map(({ sentence }) => sentence) },
  ].filter((one) => one.lines.length > 0)
  return (
    <Stack gap="md">
      <Facts
        of={[
          { word: approvalWords.who, value: askerOf(plan) },
          { word: approvalWords.when, value: instant(plan.created_at, zone) },
          {
            word: words.concerned,
            value:
              people === null ? words.unknown : words.people(people.number, people.is_exact, people.estimate),
          },
          {
            word: words.messages,
            value: effects.messages === null ? words.unknown : count(effects.messages),
          },
          { word: words.credits, value: effects.credits === null ? words.unlimited : count(effects.credits) },
          ...lines.map(({ word, lines }) => ({
            word,
            value: (
              <List>
                {lines.map((line) => (
                  <List.Item key={line}>{line}</List.Item>
                ))}
              </List>
            ),
          })),
          { word: words.until, value: instant(plan.expires_at, zone) },
          ...decisionOf(plan, zone),
        ]}
      />
      {campaign !== null && (
        <Anchor component={Link} href={at(`/campaigns/${campaign}/check`)}>
          {words.campaign}
        </Anchor>
      )}
    </Stack>
  )
}

function decisionOf({ decision, state }: Plan, zone: string) {
  if (decision === null) return []
  const { is_emergency: isEmergency, name, at, reason } = decision
  const how = isEmergency ? words.emergency : approvalWords.states[state]
  const decided = words.decided(how, name ?? approvalWords.somebody, instant(at, zone))
  return [{ word: words.decision, value: [decided, reason].filter((part) => part !== '').join('. ') }]
}

function Decide({ of: { id } }: { of: Plan }) {
  const may = useMay()
  const [reason, setReason] = useState('')
  const approve = useChange(approvePlan)
  const refuse = useChange(refusePlan)
  const isWorking = approve.isPending || refuse.isPending
  const error = approve.error ?? refuse.error
  if (!may(approvePlan)) return null
  const input = { params: { id }, body: { reason } }
  return (
    <Panel title={words.decision}>
      <Stack gap="md" maw="36rem">
        <Text c="dimmed">{words.mayDecide}</Text>
        <Textarea
          label={words.reason}
          description={words.reasonHint}
          maxLength={1000}
          autosize
          minRows={2}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        {error !== null && <Failure error={error} />}
        <Group>
          <Button onClick={() => approve.mutate(input)} loading={isWorking}>
            {words.approve}
          </Button>
          <Button variant="default" onClick={() => refuse.mutate(input)} disabled={isWorking}>
            {words.refuse}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

function Apply({ of: { id } }: { of: Plan }) {
  const apply = useChange(applyPlan, { touches: ['Campaigns'] })
  return (
    <Stack gap="md" align="flex-start">
      {apply.isError && <Failure error={apply.error} />}
      <Button onClick={() => apply.mutate({ params: { id }, body: {} })} loading={apply.isPending}>
        {words.apply}
      </Button>
    </Stack>
  )
}
