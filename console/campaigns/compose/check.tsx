import { Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { checkCampaign, type Finding } from '../../../src/contract/campaigns/check.ts'
import { updateCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization, useQueryParam, useZone } from '../../app/places.ts'
import { instant } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { Answered, Failure } from '../../design/states.tsx'
import { composeWords } from '../../words/compose.ts'
import { Findings, Inbox } from '../findings.tsx'
import type { Draft } from './draft.ts'
import { needsTime } from '../untimed.ts'
import { StepPage } from './steps.tsx'

const words = composeWords.check

export default function Check() {
  return <StepPage step="check">{(draft) => <Ready draft={draft} />}</StepPage>
}

function Ready({ draft }: { draft: Draft }) {
  const { campaign } = draft
  const zone = useZone()
  const [links, setLinks] = useQueryParam('links')
  const query = links === 'true' ? { links: true } : {}
  const checked = useCall(checkCampaign, { params: { id: campaign.id }, query }, { keep: true })
  const begins = campaign.dispatch?.begins_at ?? null
  // Only this page knows of it: nothing is stored before there is a time.
  const untimed = begins === null && needsTime(campaign.id) ? [withoutTime] : []
  return (
    <Panel title={words.title(campaign.name)}>
      <Answered of={checked}>
        {({ data: { findings, recipients, sender, messages } }) => (
          <Stack gap="md">
            <Inbox sender={sender} messages={messages} />
            <Findings
              findings={[...findings, ...untimed]}
              isFetching={checked.isFetching}
              mend={(finding) => <Mend finding={finding} draft={draft} />}
            />
            <Checkbox
              label={words.links}
              checked={links === 'true'}
              onChange={({ currentTarget }) => setLinks(currentTarget.checked ? 'true' : '')}
            />
            {checked.isPlaceholderData && <Text role="status">{words.opening}</Text>}
            {untimed.length === 0 && (
              <Text fw={600}>{begins === null ? words.at_once : words.when(instant(begins, zone))}</Text>
            )}
            <Send
              draft={draft}
              recipients={recipients}
              stops={[...findings, ...untimed].filter(({ kind }) => kind === 'stop').length}
            />
          </Stack>
        )}
      </Answered>
    </Panel>
  )
}

const withoutTime: Finding = {
  kind: 'stop',
  code: 'begins_at',
  sentence: words.untimed,
  form: null,
  parameters: {},
  content_id: null,
  content_name: null,
  url: null,
}
const whatCodes: readonly Finding['code'][] = [
  'content',
  'subject',
  'text_part',
  'unsubscribe_link',
  'unknown_code',
  'template',
  'branches',
  'condition',
  'blank_value',
  'alt',
  'size',
  'link',
  'links',
  'sample',
]

/** Leads to the step where it is mended. */
function Mend({
  finding: { kind, code, content_id: content, url },
  draft,
}: {
  finding: Finding
  draft: Draft
}) {
  const at = useInOrganization()
  const may = useMay()
  const step = stepOf(code)
  const isDomain = code === 'dkim' || code === 'sender_domain'
  // Domains are for administrators.
  const isMendable = kind !== 'ok' && step !== null && (!isDomain || may({ role: 'organization_admin' }))
  if (!isMendable || url !== null) return null
  const version = draft.campaign.campaign_contents.findIndex(({ id }) => id === content)
  const place = step === 'what' && version > 0 ? `?version=${version}` : ''
  return (
    <Anchor
      component={Link}
      href={isDomain ? at('/settings/domains') : `${at(`/campaigns/${draft.campaign.id}/${step}`)}${place}`}
      underline="always"
    >
      {isDomain ? words.mend.domains : words.mend[step]}
    </Anchor>
  )
}

function stepOf(code: Finding['code']): 'whom' | 'what' | 'how' | 'when' | null {
  if (code === 'credits' || code === 'quota' || code === 'versions') return null
  if (whatCodes.includes(code)) return 'what'
  if (code === 'recipients') return 'whom'
  return code === 'begins_at' ? 'when' : 'how'
}

type SendProps = { draft: Draft; recipients: number | null; stops: number }

/** Two presses: the second is another button, and the focus is on the one that cancels. */
function Send({ draft, recipients, stops }: SendProps) {
  const [, goTo] = useLocation()
  const { campaign } = draft
  const may = useMay()
  const at = useInOrganization()
  const [isAsking, setAsking] = useState(false)
  const send = useChange(updateCampaign, {
    done: (data) => {
      draft.adopt(data)
      if (isAtOnce) goTo(at(`/campaigns/${campaign.id}/live`))
    },
  })
  const begins = campaign.dispatch?.begins_at ?? null
  const isAtOnce = begins === null
  if (campaign.dispatch?.state === 'scheduled' || send.isSuccess) return <Done begins={begins} />
  if (!may({ role: 'standard', permission: 'campaign.send' })) return <Text>{words.mayNot}</Text>
  const body = {
    dispatch_attributes: { state: 'scheduled' as const, ...(isAtOnce ? { begins_at: 'now' } : {}) },
  }
  const go = async () => {
    // What was typed last is part of what is sent.
    if (!(await draft.flush())) return
    send.mutate({
      params: { id: campaign.id },
      body,
      expectedUpdatedAt: draft.version(),
    })
  }
  return (
    <Stack gap="sm">
      {send.isError && <Failure error={send.error} />}
      {stops > 0 && <Text id="why-not">{words.stopped(stops)}</Text>}
      {isAsking ? (
        <Really
          isAtOnce={isAtOnce}
          recipients={recipients}
          isPending={send.isPending}
          answer={(isYes) => (isYes ? void go() : setAsking(false))}
        />
      ) : (
        <Group>
          <Button
            disabled={stops > 0}
            aria-describedby={stops > 0 ? 'why-not' : undefined}
            onClick={() => setAsking(true)}
          >
            {begins === null ? words.send(recipients) : words.schedule(recipients)}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function Done({ begins }: { begins: string | null }) {
  const at = useInOrganization()
  const zone = useZone()
  return (
    <Group role="status">
      <Text fw={600}>{begins === null ? words.doneNow : words.done(instant(begins, zone))}</Text>
      <Anchor component={Link} href={at('/campaigns')}>
        {words.toList}
      </Anchor>
    </Group>
  )
}

type ReallyProps = {
  isAtOnce: boolean
  recipients: number | null
  isPending: boolean
  answer: (isYes: boolean) => void
}

function Really({ isAtOnce, recipients, isPending, answer }: ReallyProps) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const question = isAtOnce ? words.confirm : words.confirmLater
  return (
    <Group role="group" aria-label={question}>
      <Text>{question}</Text>
      <Button ref={first} variant="default" onClick={() => answer(false)}>
        {words.notNow}
      </Button>
      <Button loading={isPending} onClick={() => answer(true)}>
        {isAtOnce ? words.really(recipients) : words.reallyLater(recipients)}
      </Button>
    </Group>
  )
}
