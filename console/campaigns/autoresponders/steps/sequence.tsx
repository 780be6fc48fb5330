import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconBolt, IconClock, IconMail, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { listPlaces, showSequence } from '../../../../src/contract/autoresponders/sequence-places.ts'
import {
  createStep,
  listSteps,
  type StepRecord,
} from '../../../../src/contract/autoresponders/sequence-steps.ts'
import { useCall } from '../../../app/api.ts'
import { useMay } from '../../../app/may.ts'
import { useInOrganization } from '../../../app/places.ts'
import { Panel } from '../../../design/page.tsx'
import { Answered, Failure } from '../../../design/states.tsx'
import { autoresponderWords } from '../../../words/autoresponders.ts'
import { sequenceWords as words } from '../../../words/sequences.ts'
import type { Autoresponder } from '../autoresponders-page.tsx'
import { StepActions } from './actions.tsx'
import { StepForm } from './form.tsx'
import { useStepOrder } from './order.ts'
import { comma, language } from '../../../design/figures.ts'
import { reasonOf } from '../../../app/reach/reasons.ts'
import './sequence.css'

export type Params = { mailing_list_id: number; id: number }
type Figures = { waiting: number; waiting_is_exact: boolean; sent: number; opened: number; clicked: number }

/** The way through a sequence, from what triggers it to the last message, and how many people are where. */
export function SequencePicture({ autoresponder, params }: { autoresponder: Autoresponder; params: Params }) {
  const at = useInOrganization()
  const may = useMay()
  const mayCount = may(showSequence)
  const steps = useCall(listSteps, { params })
  const counted = useCall(showSequence, { params }, { enabled: mayCount, everyMs: 10_000 })
  const figures = counted.data?.data
  const path = at(`/lists/${params.mailing_list_id}/autoresponders/${params.id}`)
  return (
    <Panel title={words.title}>
      <Answered of={steps}>
        {({ data }) => (
          <ol className="sequence" aria-label={words.steps}>
            <Start autoresponder={autoresponder} />
            <Message
              name={words.first}
              subject={autoresponder.content_subject}
              figures={figures?.first}
              edit={may(createStep) ? `${path}/message` : null}
            />
            <Steps steps={data} counts={figures?.steps ?? []} params={params} path={path} />
            <End hasSteps={data.length > 0} path={path} />
          </ol>
        )}
      </Answered>
      {figures?.steps
        .filter(({ removed }) => removed)
        .map((step) => (
          <Text key={step.id} size="sm" c="dimmed" mt="xs">
            {`${waiting(step)}: ${words.removed(step.name)}`}
          </Text>
        ))}
      {autoresponder.paused && data(steps) > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {words.paused}
        </Text>
      )}
    </Panel>
  )
}

function data(steps: { data: { data: readonly unknown[] } | undefined }): number {
  return steps.data?.data.length ?? 0
}

function Mark({ children }: { children: ReactNode }) {
  return (
    <span className="sequence-mark" aria-hidden>
      {children}
    </span>
  )
}

function Start({ autoresponder }: { autoresponder: Autoresponder }) {
  const { trigger } = autoresponder
  return (
    <li>
      <Mark>
        <IconBolt size={16} stroke={1.75} />
      </Mark>
      <Text>{`${autoresponderWords.triggers[trigger]}. ${autoresponderWords.delayOf(autoresponder)}.`}</Text>
    </li>
  )
}

type MessageProps = { name: string; subject: string; figures: Figures | undefined; edit: string | null }

function Message({ name, subject, figures, edit }: MessageProps) {
  return (
    <li>
      <Mark>
        <IconMail size={16} stroke={1.75} />
      </Mark>
      <Box className="sequence-card">
        <Group justify="space-between" gap="xs">
          <Head name={name} subject={subject} />
          {edit !== null && (
            <Anchor component={Link} href={edit} aria-label={words.edit(name)}>
              {words.editWord}
            </Anchor>
          )}
        </Group>
        {figures !== undefined && <Text size="sm">{`${waiting(figures)}. ${words.figures(figures)}.`}</Text>}
      </Box>
    </li>
  )
}

function waiting({ waiting: people, waiting_is_exact: isExact }: Figures): string {
  return people === 0 && isExact ? words.nobodyWaits : words.waiting(people, isExact)
}

function Head({ name, subject }: { name: string; subject: string }) {
  return (
    <Box style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
      <Text fw={600}>{name}</Text>
      <Text c="dimmed" size="sm">
        {subject === '' ? words.blank : subject}
      </Text>
    </Box>
  )
}

type StepsProps = {
  steps: readonly StepRecord[]
  counts: readonly (Counts & { id: number })[]
  params: Params
  path: string
}

function Steps({ steps, counts, params, path }: StepsProps) {
  const { shown, move, error } = useStepOrder(params, steps)
  return (
    <>
      {error !== null && (
        <li>
          <Failure error={error} />
        </li>
      )}
      {shown.map((step, place) => (
        <Step
          key={step.id}
          {...{ step, params, path }}
          counts={counts.find(({ id }) => id === step.id)}
          isFirst={place === 0}
          isLast={place === shown.length - 1}
          move={(by) => move(step.id, by)}
        />
      ))}
    </>
  )
}

type Counts = Figures & { ended: number; skipped: number; waiting_for: string }
type StepProps = {
  step: StepRecord
  params: Params
  path: string
  counts: Counts | undefined
  isFirst: boolean
  isLast: boolean
  move: (by: -1 | 1) => void
}

function Step({ step, params, path, counts, isFirst, isLast, move }: StepProps) {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Between step={step} />
      <li>
        <Mark>
          <IconMail size={16} stroke={1.75} />
        </Mark>
        <Stack className="sequence-card" gap="xs">
          <Head name={step.name} subject={step.content_subject} />
          {counts !== undefined && <Counted counts={counts} path={`${path}/people?step=${step.id}`} />}
          {may(createStep) && (
            <StepActions
              {...{ step, params, isFirst, isLast, isOpen, move }}
              path={`${path}/steps/${step.id}/message`}
              waiting={{ people: counts?.waiting ?? 0, isExact: counts?.waiting_is_exact ?? true }}
              toggle={() => setOpen(!isOpen)}
            />
          )}
          {isOpen && <StepForm step={step} params={params} close={() => setOpen(false)} />}
        </Stack>
      </li>
    </>
  )
}

const OwnCondition = lazy(() => import('./own-condition.tsx'))
/** What the server says. */
const isEnglish = language === 'en'

function Between({ step }: { step: StepRecord }) {
  const condition = words.conditionOf(step)
  return (
    <li>
      <Mark>
        <IconClock size={16} stroke={1.75} />
      </Mark>
      <Text>{words.waitOf(step)}</Text>
      {condition !== '' && (
        <Text size="sm" c="dimmed">
          {isEnglish || step.segmentation_criteria_ad_hoc === null ? (
            condition
          ) : (
            <Suspense fallback={condition}>
              <OwnCondition step={step} />
            </Suspense>
          )}
        </Text>
      )}
    </li>
  )
}

function Counted({ counts, path }: { counts: Counts; path: string }) {
  const may = useMay()
  const { ended, skipped, waiting: people, waiting_for: reason } = counts
  const rest = [
    words.figures(counts),
    ...(ended > 0 ? [words.ended(ended)] : []),
    ...(skipped > 0 ? [words.skipped(skipped)] : []),
  ]
  return (
    <>
      <Text size="sm">
        {people > 0 && may(listPlaces) ? (
          <Anchor component={Link} href={path} size="sm" underline="always">
            {waiting(counts)}
          </Anchor>
        ) : (
          waiting(counts)
        )}
        {`. ${rest.join(comma)}.`}
      </Text>
      {reason !== '' && (
        <Text size="sm" c="var(--quiver-warning)">
          {words.stuck(reasonOf(reason))}
        </Text>
      )}
    </>
  )
}

function End({ hasSteps, path }: { hasSteps: boolean; path: string }) {
  const may = useMay()
  return (
    <li>
      <Mark>
        <IconPlus size={16} stroke={1.75} />
      </Mark>
      {!hasSteps && (
        <Text c="dimmed" size="sm" mb="xs">
          {words.none}
        </Text>
      )}
      {may(createStep) && (
        <Button component={Link} href={`${path}/steps/new`} variant="default">
          {words.add}
        </Button>
      )}
    </li>
  )
}
