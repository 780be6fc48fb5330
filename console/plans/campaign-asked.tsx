import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { checkCampaign, renderCampaign } from '../../src/contract/campaigns/check.ts'
import { useCall } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useSession } from '../app/session.tsx'
import { Panel } from '../design/page.tsx'
import { PageFrame } from '../design/page-preview.tsx'
import { Answered } from '../design/states.tsx'
import { askingWords } from '../words/audit/asking.ts'
import { Findings, Inbox } from '../campaigns/findings.tsx'

const words = askingWords.one

/** What whoever decides about sending it looks at: the check, and each version as it is saved. */
export default function CampaignAsked({ id }: { id: number }) {
  const may = useMay()
  return may(checkCampaign) ? <Checked id={id} /> : null
}

function Checked({ id }: { id: number }) {
  const checked = useCall(checkCampaign, { params: { id }, query: {} })
  return (
    <Panel title={words.check}>
      <Answered of={checked}>
        {({ data: { findings, sender, messages } }) => (
          <Stack gap="md">
            <Findings findings={findings} isFetching={checked.isFetching} mend={() => null} />
            <Inbox sender={sender} messages={messages} />
            <Versions id={id} of={messages.map(({ content_id: value, name }) => ({ id: value, name }))} />
            <Text size="sm" c="dimmed">
              {words.sample}
            </Text>
          </Stack>
        )}
      </Answered>
    </Panel>
  )
}

type VersionsProps = { id: number; of: readonly { id: number | null; name: string }[] }

function Versions({ id, of: versions }: VersionsProps) {
  const [place, setPlace] = useState('0')
  const version = versions[Number(place)]
  return (
    <>
      {versions.length > 1 && (
        <SegmentedControl
          aria-label={words.version}
          value={place}
          onChange={setPlace}
          data={versions.map(({ name }, at) => ({ value: String(at), label: name }))}
        />
      )}
      {version !== undefined && <Rendered id={id} contentId={version.id} />}
    </>
  )
}

function Rendered({ id, contentId }: { id: number; contentId: number | null }) {
  const { client, session } = useSession()
  const body = contentId === null ? {} : { content_id: contentId }
  const rendered = useQuery({
    queryKey: [session?.organization.id ?? null, 'render', id, contentId],
    queryFn: ({ signal }) => client.call(renderCampaign, { params: { id }, body, signal }),
  })
  return (
    <Answered of={rendered}>
      {({ data: { html, text } }) =>
        html === null ? (
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
        ) : (
          <PageFrame title={words.preview} html={html} look="light" height="28rem" />
        )
      }
    </Answered>
  )
}
