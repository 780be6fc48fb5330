import { Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { checkCampaign, type Finding } from '../../../src/contract/campaigns/check.ts'
import { updateCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization, useQueryParam, useZone } from '../../app/places.ts'
import { instant } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { Answered, Failure } from '../../design/states.tsx'
import { composeWords } from '../../words/compose.ts'
import type { Draft } from './draft.ts'
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
  return (
    <Panel title={words.title(campaign.name)}>
      <Answered of={checked}>
        {({ data: { findings, recipients } }) => (
          <Stack gap="md">
            <Stack
              component="ul"
              gap="xs"
              p={0}
              m={0}
              style={{ listStyle: 'none' }}
              aria-busy={checked.isFetching}
            >
              {findings.map((finding) => (
                <Line
                  key={`${finding.code}${finding.content_id}${finding.sentence}`}
                  finding={finding}
                  draft={draft}
                />
              ))}
            </Stack>
            <Checkbox
              label={words.links}
              checked={links === 'true'}
              onChange={({ currentTarget }) => setLinks(currentTarget.checked ? 'true' : '')}
            />
            {checked.isPlaceholderData && <Text role="status">{words.opening}</Text>}
            <Text fw={600}>{begins === null ? words.at_once : words.when(instant(begins, zone))}</Text>
            <Send
              draft={draft}
              recipients={recipients}
              stops={findings.filter(({ kind }) => kind === 'stop').length}
            />
          </Stack>
        )}
      </Answered>
    </Panel>
  )
}

const icons = { stop: IconCircleX, warn: IconAlertTriangle, ok: IconCircleCheck }
const colors = { stop: 'danger', warn: 'warning', ok: 'success' }
const whatCodes: readonly Finding['code'][] = [
  'content',
  'subject',
  'text_part',
  'unsubscribe_link',
  'unknown_code',
  'alt',
  'size',
  'links',
]

function Line({ finding: { kind, code, sentence, url }, draft }: { finding: Finding; draft: Draft }) {
  const at = useInOrganization()
  const may = useMay()
  const Icon = icons[kind]
  const other = code === 'recipients' ? 'whom' : 'how'
  const step = whatCodes.includes(code) ? 'what' : other
  const isDomain = code === 'dkim' || code === 'sender_domain'
  // Domains are for administrators.
  const isMendable = kind !== 'ok' && code !== 'credits' && (!isDomain || may({ role: 'organization_admin' }))
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Icon
        size={20}
        stroke={1.75}
        color={`var(--quiver-${colors[kind]})`}
        aria-label={words.kinds[kind]}
        style={{ flexShrink: 0 }}
      />
      <Text style={{ overflowWrap: 'anywhere' }}>
        {sentence}{' '}
        {isMendable && url === null && (
          <Anchor
            component={Link}
            href={at(isDomain ? '/settings/domains' : `/campaigns/${draft.campaign.id}/${step}`)}
            underline="always"
          >
            {isDomain ? words.mend.domains : words.mend[step]}
          </Anchor>
        )}
      </Text>
    </Group>
  )
}

type SendProps = { draft: Draft; recipients: number | null; stops: number }

/** Two presses: the second is another button, and the focus is on the one that cancels. */
function Send({ draft, recipients, stops }: SendProps) {
  const { campaign } = draft
  const may = useMay()
  const at = useInOrganization()
  const zone = useZone()
  const [isAsking, setAsking] = useState(false)
  const back = useRef<HTMLButtonElement>(null)
  const send = useChange(updateCampaign)
  const begins = campaign.dispatch?.begins_at ?? null
  useEffect(() => {
    if (isAsking) back.current?.focus()
  }, [isAsking])
  if (campaign.dispatch?.state === 'scheduled' || send.isSuccess) {
    return (
      <Group role="status">
        <Text fw={600}>{begins === null ? words.doneNow : words.done(instant(begins, zone))}</Text>
        <Anchor component={Link} href={at('/campaigns')}>
          {words.toList}
        </Anchor>
      </Group>
    )
  }
  if (!may({ role: 'standard', permission: 'campaign.send' })) return <Text>{words.mayNot}</Text>
  const go = () => {
    const dispatch_attributes = { state: 'scheduled', ...(begins === null ? { begins_at: 'now' } : {}) }
    send.mutate({ params: { id: campaign.id }, body: { dispatch_attributes } } as never)
  }
  return (
    <Stack gap="sm">
      {send.isError && <Failure error={send.error} />}
      {stops > 0 && <Text id="why-not">{words.stopped(stops)}</Text>}
      {isAsking ? (
        <Group role="group" aria-label={words.confirm}>
          <Text>{words.confirm}</Text>
          <Button ref={back} variant="default" onClick={() => setAsking(false)}>
            {words.notNow}
          </Button>
          <Button loading={send.isPending} onClick={go}>
            {words.really(recipients)}
          </Button>
        </Group>
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
