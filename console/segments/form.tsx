import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { previewSegment } from '../../src/contract/segments/preview.ts'
import { useAskBeforeClosing, useIsChanged } from '../app/reach/unsaved.ts'
import { useMay } from '../app/may.ts'
import { Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { segmentWords as words } from '../words/audience/segments.ts'
import { Builder } from './builder.tsx'
import { useChoices } from './choices.ts'
import type { GroupDraft } from './draft.ts'
import { Preview } from './preview.tsx'
import { clausesOf, type NamedClause } from './to-clauses.ts'

type SegmentFormProps = {
  listId: number
  /** Of a saved one: it cannot name itself. */
  id?: number
  initial: { name: string; top: GroupDraft }
  save: ((segment: { name: string; clauses: NamedClause[] }) => void) | null
  state: { isPending: boolean; isSuccess: boolean; error: unknown }
  beside?: ReactNode
}

/** Name, conditions and, beside them, the subscribers that they select now. */
export function SegmentForm({ listId, id, initial, save, state, beside }: SegmentFormProps) {
  const [name, setName] = useState(initial.name)
  const [top, setTop] = useState(initial.top)
  const may = useMay()
  const { choices, known } = useChoices(listId, { ownId: id, top })
  const clauses = clausesOf(top, known)
  const isChanged = useIsChanged({ name, top }, state)
  useAskBeforeClosing(save !== null && isChanged)
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
      <Panel>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (clauses !== null) save?.({ name, clauses })
          }}
        >
          <Stack gap="md">
            <TextInput
              label={words.name}
              required
              maxLength={255}
              value={name}
              onChange={({ currentTarget: { value } }) => setName(value)}
            />
            <Builder top={top} change={setTop} choices={choices} />
            {state.error !== null && <Failure error={state.error} />}
            {save !== null && (
              <Group>
                <Button type="submit" loading={state.isPending} disabled={clauses === null}>
                  {words.save}
                </Button>
                {state.isSuccess && (
                  <Text size="sm" role="status">
                    {words.saved}
                  </Text>
                )}
              </Group>
            )}
          </Stack>
        </form>
      </Panel>
      <Stack gap="lg">
        {may(previewSegment) && <Preview listId={listId} clauses={clauses} />}
        {beside}
      </Stack>
    </SimpleGrid>
  )
}
