import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useLocation } from 'wouter'
import {
  deleteAutoresponder,
  showAutoresponder,
  updateAutoresponder,
} from '../../../src/contract/autoresponders/endpoints.ts'
import { checkAutoresponder } from '../../../src/contract/campaigns/check.ts'
import { showAutoresponderStatistics } from '../../../src/contract/autoresponders/statistics.ts'
import { triggerAutoresponders } from '../../../src/contract/autoresponders/trigger.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useGuard } from '../../app/reach/guard.ts'
import { useMay } from '../../app/may.ts'
import { useIdParam, useInOrganization } from '../../app/places.ts'
import { Findings } from '../findings.tsx'
import { useAutoresponderPeoplePath } from '../report/people/path.ts'
import { WhyNotOfAutoresponder } from '../report/why/of-autoresponder.tsx'
import { LeftOut } from '../report/left-out.tsx'
import { Tiles } from '../tiles.tsx'
import { Confirm, Danger } from '../../design/confirm.tsx'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Failure } from '../../design/states.tsx'
import { autoresponderWords as words } from '../../words/autoresponders.ts'
import type { Autoresponder } from './autoresponders-page.tsx'
import { DelayForm } from './delay.tsx'
import { SequencePicture } from './steps/sequence.tsx'
import { SettingsForm } from './settings.tsx'
import { TriggerNow } from './trigger-now.tsx'
import { UncertainReactions } from './uncertain.tsx'
import { TriggerForm } from './when.tsx'

type Params = { mailing_list_id: number; id: number }

/** One autoresponder: what triggers it, when it is sent, and what became of its messages. */
export default function Show() {
  const params = { mailing_list_id: useIdParam('list'), id: useIdParam('autoresponder') }
  const answer = useCall(showAutoresponder, { params })
  return <Answered of={answer}>{({ data }) => <Of autoresponder={data} params={params} />}</Answered>
}

function Of({ autoresponder, params }: { autoresponder: Autoresponder; params: Params }) {
  const at = useInOrganization()
  const may = useMay()
  const { name, paused, trigger, updated_at: version } = autoresponder
  const checked = useCall(checkAutoresponder, { params }, { enabled: may(checkAutoresponder) })
  const findings = checked.data?.data.findings.filter(({ kind }) => kind !== 'ok') ?? []
  const stops = findings.some(({ kind }) => kind === 'stop')
  return (
    <Page
      title={name}
      aside={paused ? words.paused : words.running}
      parent={{ title: words.title, to: at(`/autoresponders?list=${params.mailing_list_id}`) }}
      actions={
        <>
          <PauseButton params={params} version={version} isPaused={paused} isStopped={stops} />
          <DeleteButton params={params} version={version} name={name} />
        </>
      }
    >
      {findings.length > 0 && (
        <Panel title={words.check}>
          {stops && paused && (
            <Text id="why-not" mb="sm">
              {words.stopped}
            </Text>
          )}
          <Findings findings={findings} isFetching={checked.isFetching} mend={() => null} />
        </Panel>
      )}
      {may(showAutoresponderStatistics) && <Figures params={params} />}
      <UncertainReactions params={params} />
      <SequencePicture autoresponder={autoresponder} params={params} />
      {may(triggerAutoresponders) && (
        <TriggerNow listId={params.mailing_list_id} id={params.id} isPaused={paused} />
      )}
      {may({ role: 'standard', permission: 'autoresponder.update' }) && (
        <>
          <TriggerForm key={`trigger ${trigger}`} autoresponder={autoresponder} params={params} />
          <DelayForm autoresponder={autoresponder} params={params} />
          <SettingsForm autoresponder={autoresponder} params={params} />
        </>
      )}
    </Page>
  )
}

type PauseProps = { params: Params; version: string; isPaused: boolean; isStopped: boolean }

/** Messages that must not leave keep it paused. */
function PauseButton({ params, version, isPaused, isStopped }: PauseProps) {
  const may = useMay()
  const update = useChange(updateAutoresponder, { guard: useGuard(`autoresponder ${params.id}`, version) })
  if (!may({ role: 'standard', permission: 'autoresponder.update_state' })) return null
  return (
    <>
      {update.isError && <Failure error={update.error} />}
      <Button
        variant="default"
        loading={update.isPending}
        disabled={isPaused && isStopped}
        aria-describedby={isPaused && isStopped ? 'why-not' : undefined}
        onClick={() => update.mutate({ params, body: { paused: !isPaused } })}
      >
        {isPaused ? words.resume : words.pause}
      </Button>
    </>
  )
}

type DeleteProps = { params: Params; version: string; name: string }

function DeleteButton({ params, version, name }: DeleteProps) {
  const may = useMay()
  const at = useInOrganization()
  const [, go] = useLocation()
  const [isOpen, { open, close }] = useDisclosure(false)
  const remove = useChange(deleteAutoresponder, {
    done: () => go(at(`/autoresponders?list=${params.mailing_list_id}`)),
    guard: useGuard(`autoresponder ${params.id}`, version),
  })
  if (!may(deleteAutoresponder)) return null
  return (
    <>
      <Danger onClick={open}>{words.delete}</Danger>
      <Confirm
        isOpen={isOpen}
        title={words.deleteTitle(name)}
        action={words.deleteDo}
        act={() => remove.mutate({ params })}
        close={close}
        isWorking={remove.isPending}
        error={remove.error}
      >
        <Text>{words.deleteText}</Text>
      </Confirm>
    </>
  )
}

function Figures({ params }: { params: Params }) {
  const statistics = useCall(showAutoresponderStatistics, { params })
  const to = useAutoresponderPeoplePath(params.mailing_list_id, params.id)
  return (
    <Answered of={statistics}>
      {({ data: stats }) => {
        const taken = { word: words.ofTaken, value: stats.total_success }
        return (
          <>
            <Tiles
              label={words.figures}
              tiles={[
                { key: 'sent', word: words.sent, value: stats.messages_sent, to: to('sent') },
                {
                  key: 'opened',
                  word: words.opened,
                  value: stats.opens_unique,
                  base: taken,
                  to: to('opened'),
                },
                {
                  key: 'clicked',
                  word: words.clicked,
                  value: stats.clicks_unique,
                  base: taken,
                  to: to('clicked'),
                },
                {
                  key: 'bounced',
                  word: words.bounced,
                  value: stats.bounces_unique,
                  to: to('bounced'),
                  base: { word: words.ofSent, value: stats.messages_sent },
                },
                {
                  key: 'left',
                  word: words.left,
                  value: stats.unsubs_unique,
                  base: taken,
                  to: to('unsubscribed'),
                },
              ]}
            />
            <LeftOut asked={stats.skips_request} failed={stats.skips_error} to={to('skipped')} />
            <WhyNotOfAutoresponder params={params} />
          </>
        )
      }}
    </Answered>
  )
}
