import { Alert, Anchor, Button, Group, List, Stack, Text, Textarea } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { applyPlan, approvePlan, refusePlan, showPlan } from '../../src/contract/plans/endpoints.ts'
import { Secret } from '../api-keys/secret.tsx'
import { useCall, useChange } from '../app/api.ts'
import { useAskBeforeClosing } from '../app/reach/unsaved.ts'
import { useIdParam, useInOrganization, useZone } from '../app/places.ts'
import { Danger } from '../design/confirm.tsx'
import { Facts } from '../design/facts.tsx'
import { count, instant } from '../design/figures.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Failure, Loading } from '../design/states.tsx'
import { reasonOf } from '../app/reach/reasons.ts'
import { askerOf, campaignOf, fieldWords, madeBy, titleOf, type OnePlan, type Plan } from './data.ts'
import { PlanState } from './plan-state.tsx'
import { importWords } from '../words/imports.ts'
import { statusWords } from '../words/audience/subscribers.ts'
import { approvalWords } from '../words/audit/approvals.ts'
import { askingWords } from '../words/audit/asking.ts'

const words = approvalWords.one
const asking = askingWords.one

const CampaignAsked = lazy(() => import('./campaign-asked.tsx'))

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
                {words.void} {reasonOf(data.problem)}
              </Alert>
            )}
            <Panel title={words.facts}>
              <Effects of={data} />
            </Panel>
            <Request of={data} />
            {campaignOf(data) !== null && data.state !== 'applied' && (
              <Suspense fallback={<Loading />}>
                <CampaignAsked id={Number(campaignOf(data))} />
              </Suspense>
            )}
            {data.state === 'waiting' && <Decide of={data} />}
            <Apply of={data} />
          </>
        )}
      </Answered>
    </Page>
  )
}

const classes: Partial<Record<string, { has: string }>> = importWords.classes
const statuses: Partial<Record<string, string>> = statusWords

/** Of people, or of the rows of a file. */
function classWord(name: string): string {
  return statuses[name] ?? classes[name]?.has ?? name
}

function Effects({ of: plan }: { of: Plan }) {
  const at = useInOrganization()
  const zone = useZone()
  const { effects } = plan
  const { people } = effects
  const campaign = campaignOf(plan)
  const lines = [
    {
      word: words.classes,
      lines: people?.classes.map((one) => words.numbered(classWord(one.class), one.people)) ?? [],
    },
    {
      word: words.leftOut,
      lines: effects.left_out.map((one) =>
        words.numbered(words.leftOutFor[one.reason] ?? one.reason, one.people),
      ),
    },
    { word: words.waits, lines: effects.waits.map(({ sentence }) => reasonOf(sentence)) },
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

function Request({ of: { request, note } }: { of: OnePlan }) {
  if (request.length === 0 && note === '') return null
  const lines = request.map(({ field, value }) => ({
    word: fieldWords(field),
    value: value === '' ? '–' : value,
  }))
  return (
    <Panel title={asking.request}>
      <Facts of={[...(note === '' ? [] : [{ word: asking.note, value: note }]), ...lines]} />
    </Panel>
  )
}

function Decide({ of: { id, may_decide: mayDecide } }: { of: OnePlan }) {
  const [reason, setReason] = useState('')
  useAskBeforeClosing(reason !== '')
  const approve = useChange(approvePlan)
  const refuse = useChange(refusePlan)
  const isWorking = approve.isPending || refuse.isPending
  const error = approve.error ?? refuse.error
  if (!mayDecide) return <Text c="dimmed">{asking.others}</Text>
  const input = { params: { id }, body: { reason } }
  return (
    <Panel title={words.decision}>
      <Stack gap="md" maw="36rem">
        <Reason label={words.reason} hint={words.reasonHint} value={reason} set={setReason} />
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

type ReasonProps = { label: string; hint: string; value: string; set: (value: string) => void }

function Reason({ label, hint, value, set }: ReasonProps) {
  return (
    <Textarea
      label={label}
      description={hint}
      maxLength={1000}
      autosize
      minRows={2}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  )
}

/** It stays after the press, as it has the answer. */
function Apply({ of: plan }: { of: OnePlan }) {
  const at = useInOrganization()
  const [isKept, setKept] = useState(false)
  const apply = useChange(applyPlan, { touches: ['Campaigns', 'API keys', 'Users'] })
  const made = madeBy(plan, apply.data?.data.answer)
  if (made.key !== null && !isKept) return <Secret value={made.key} done={() => setKept(true)} />
  if (made.page !== null) {
    return (
      <Anchor component={Link} href={at(made.page)} underline="always">
        {asking.made}
      </Anchor>
    )
  }
  const failure = apply.isError && <Failure error={apply.error} />
  const go = (reason?: string) =>
    apply.mutate({ params: { id: plan.id }, body: reason === undefined ? {} : { emergency_reason: reason } })
  if (plan.may_apply_in_emergency) {
    return (
      <Emergency go={go} isWorking={apply.isPending}>
        {failure}
      </Emergency>
    )
  }
  if (plan.state !== 'approved' && plan.state !== 'planned') return failure
  return (
    <Stack gap="md" align="flex-start">
      {failure}
      <Button onClick={() => go()} loading={apply.isPending}>
        {words.apply}
      </Button>
    </Stack>
  )
}

type EmergencyProps = { go: (reason: string) => void; isWorking: boolean; children: ReactNode }

function Emergency({ go, isWorking, children }: EmergencyProps) {
  const [reason, setReason] = useState('')
  useAskBeforeClosing(reason !== '')
  return (
    <Panel title={asking.emergencyTitle}>
      <Stack gap="md" maw="36rem" align="stretch">
        <Reason label={asking.emergencyReason} hint={asking.emergencyText} value={reason} set={setReason} />
        {children}
        <Group>
          <Danger onClick={() => go(reason)} loading={isWorking} disabled={reason.trim() === ''}>
            {asking.emergencyAct}
          </Danger>
        </Group>
      </Stack>
    </Panel>
  )
}
