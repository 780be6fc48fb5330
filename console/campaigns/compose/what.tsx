import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { renderCampaign } from '../../../src/contract/campaigns/check.ts'
import { sendCampaignPreview } from '../../../src/contract/campaigns/previews.ts'
import { createTemplate } from '../../../src/contract/campaigns/templates.ts'
import { useChange } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useQueryParam } from '../../app/places.ts'
import { useSession } from '../../app/session.tsx'
import { Failure } from '../../design/states.tsx'
import { composeWords } from '../../words/compose.ts'
import { useRemoteRows } from '../whom/rows.ts'
import { Attachments } from './blocks/attachments.tsx'
import { blankContent, type Draft } from './draft.ts'
import { inputOf, type DraftContent } from './saving/change.ts'
import { Editors } from './editors.tsx'
import { Preview, type Previewed } from './preview/pane.tsx'
import { Onward, StepPage } from './steps.tsx'
import { Subject } from './subject.tsx'
import { UndoButtons, useUndoKeys } from './undo.tsx'

const words = composeWords.what

export default function What() {
  return <StepPage step="what">{(draft) => <Contents draft={draft} />}</StepPage>
}

function Contents({ draft }: { draft: Draft }) {
  const { contents, change } = draft
  const [version, setVersion] = useQueryParam('version', '0')
  const place = Math.min(Number(version) || 0, Math.max(0, contents.length - 1))
  const [open, choose] = useState('')
  const content = contents[place]
  useUndoKeys(draft)
  const previewed = usePreviewed(draft)
  if (content === undefined) {
    return <Button onClick={() => change({ contents: [blankContent()] })}>{words.toBlocks}</Button>
  }
  const edit = (changes: Partial<DraftContent>) =>
    change({ contents: contents.map((one, at) => (at === place ? { ...one, ...changes } : one)) })
  return (
    <>
      <Group justify="space-between">
        <Versions draft={draft} place={place} choose={(next) => setVersion(String(next))} />
        <Group gap="xs">
          <UndoButtons of={draft} />
          <SaveTemplate draft={draft} />
        </Group>
      </Group>
      <Subject content={content} edit={edit} listId={draft.campaign.mailing_list_id} />
      <div className="compose">
        <div data-undoes>
          <Editors
            key={place}
            content={content}
            edit={edit}
            listId={draft.campaign.mailing_list_id}
            opened={{ open, choose }}
          />
          <Attachments
            content={content}
            edit={edit}
            listId={draft.campaign.mailing_list_id}
            refused={draft.error}
          />
        </div>
        <div className="compose-side">
          <Preview of={previewed} content={content} opened={{ open, choose }} />
        </div>
      </div>
      <Onward step="what" draft={draft} />
    </>
  )
}

function usePreviewed({ campaign, state, flush }: Draft): Previewed {
  const isBeside = campaign.dispatch?.state === 'scheduled' && state !== 'saved'
  const { client } = useSession()
  const { id, mailing_list_id: listId, segmentation_criteria_remote_sql: query } = campaign
  const rows = useRemoteRows(listId, query)
  const params = { id }
  return {
    listId,
    rows,
    key: [id],
    render: (body, signal) => client.call(renderCampaign, { params, body, signal }),
    // The server tests what is saved, which changes of a scheduled campaign are not.
    test: isBeside
      ? null
      : async (recipients) => {
          await flush()
          await client.call(sendCampaignPreview, { params, body: { recipients } })
        },
  }
}

type VersionsProps = { draft: Draft; place: number; choose: (place: number) => void }

function Versions({ draft: { contents, change }, place, choose }: VersionsProps) {
  const first = contents[0]
  return (
    <Group gap="xs" role="group" aria-label={words.contents}>
      {contents.map(({ name }, at) => (
        <Button
          key={at}
          variant={at === place ? 'light' : 'default'}
          aria-pressed={at === place}
          onClick={() => choose(at)}
        >
          {name === '' ? words.content(at) : name}
        </Button>
      ))}
      {contents.length < 20 && first !== undefined && (
        <Button
          variant="default"
          onClick={() => {
            change({ contents: [...contents, { ...(contents[place] ?? first), name: '' }] })
            choose(contents.length)
          }}
        >
          {words.addContent}
        </Button>
      )}
      {contents.length > 1 && (
        <Button
          variant="default"
          onClick={() => {
            change({ contents: contents.filter((_, at) => at !== place) })
            choose(0)
          }}
        >
          {words.removeContent}
        </Button>
      )}
    </Group>
  )
}

function SaveTemplate({ draft: { campaign, contents } }: { draft: Draft }) {
  const may = useMay()
  const [isSaved, setSaved] = useState(false)
  const save = useChange(createTemplate, { done: () => setSaved(true) })
  if (!may(createTemplate)) return null
  const params = { mailing_list_id: campaign.mailing_list_id }
  const body = { name: campaign.name, contents: contents.map(inputOf) }
  return (
    <>
      {isSaved ? (
        <Text role="status" c="dimmed">
          {words.templateSaved}
        </Text>
      ) : (
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate({ params, body })}>
          {words.saveTemplate}
        </Button>
      )}
      {save.isError && <Failure error={save.error} />}
    </>
  )
}
