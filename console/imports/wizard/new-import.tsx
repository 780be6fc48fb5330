import { Button, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { inspectSubscriberImport } from '../../../src/contract/imports/endpoints.ts'
import { useCall } from '../../app/api.ts'
import { useInOrganization } from '../../app/places.ts'
import { useFirstLists, useList } from '../../resources/choose/list-select.tsx'
import { Page } from '../../design/page.tsx'
import { kindOf } from '../../design/failures.ts'
import { reasonOf } from '../../app/reach/reasons.ts'
import { Answered, Failure, Loading } from '../../design/states.tsx'
import { columnWords, importWords as words, sourceWords } from '../../words/imports.ts'
import { ColumnsStep } from './columns-step.tsx'
import { draftName, useDraft } from './draft.ts'
import { RulesStep } from './rules-step.tsx'
import { SourceStep } from './source-step.tsx'
import { paramsOf, sourceIn, type Source } from './source.ts'
import { Steps, type StepName } from '../steps.tsx'

/** Steps 1 to 3. List, file and step are part of the address; what was chosen is kept in the tab. */
export default function NewImport() {
  const at = useInOrganization()
  const [params, setParams] = useSearchParams()
  const lists = useFirstLists()
  const source = sourceIn(params)
  // An upload that was finished elsewhere has no list yet.
  const only = lists.data?.data.length === 1 ? (lists.data.data[0]?.id ?? null) : null
  const listId = Number(params.get('list') ?? 0) || (source === null ? null : only)
  const step = source === null || listId === null ? 'file' : stepIn(params)
  const list = useList(listId)
  const to = (name: StepName) => {
    const next = new URLSearchParams(params)
    next.set('step', name)
    return `${at('/imports/new')}?${next}`
  }
  const go = (changes: Record<string, string>) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      for (const [name, value] of Object.entries(changes)) next.set(name, value)
      return next
    })
  return (
    <Page
      title={list === null ? sourceWords.title : words.into(list.name)}
      parent={{ title: words.title, to: at('/imports') }}
    >
      <Steps now={step} to={to} />
      <Answered of={lists}>
        {({ data }) =>
          step === 'file' || source === null || listId === null ? (
            <SourceStep
              lists={data}
              listId={listId}
              hasSource={source !== null && listId === null}
              choose={(chosen) => setParams(paramsOf(chosen))}
              pick={(id) => go({ list: String(id) })}
            />
          ) : (
            <Inspected listId={listId} source={source} step={step} go={(name) => go({ step: name })} />
          )
        }
      </Answered>
    </Page>
  )
}

type InspectedProps = { listId: number; source: Source; step: StepName; go: (step: StepName) => void }

function Inspected({ listId, source, step, go }: InspectedProps) {
  const [draft, change] = useDraft(draftName(listId, source))
  const inspection = useCall(
    inspectSubscriberImport,
    {
      params: { mailing_list_id: listId },
      body: { file_source: source, file_format: draft.format, create_custom_fields: true },
    },
    { keep: true },
  )
  const step3 = step === 'rules'
  if (inspection.isError && inspection.data === undefined) {
    return <Unreadable of={inspection} other={() => go('file')} />
  }
  return (
    <Answered of={inspection} loading={<Loading rows={8} />}>
      {({ data }) =>
        step3 ? (
          <RulesStep
            listId={listId}
            source={source}
            inspection={data}
            draft={draft}
            change={change}
            back={() => go('columns')}
          />
        ) : (
          <ColumnsStep
            listId={listId}
            inspection={data}
            draft={draft}
            change={change}
            next={() => go('rules')}
            isOld={inspection.isPlaceholderData}
          />
        )
      }
    </Answered>
  )
}

/** A file that cannot be read stays so: only another one helps, or a server that answers again. */
function Unreadable({ of: { error, refetch }, other }: { of: UseQueryResult; other: () => void }) {
  const isOver = kindOf(error) === 'refused'
  return (
    <Stack align="flex-start" gap={0}>
      <Failure error={error} say={reasonOf} {...(!isOver && { again: () => void refetch() })} />
      <Button variant="default" mx="md" onClick={other}>
        {columnWords.other}
      </Button>
    </Stack>
  )
}

function stepIn(params: URLSearchParams): 'file' | 'columns' | 'rules' {
  const name = params.get('step')
  return name === 'file' || name === 'rules' ? name : 'columns'
}
