import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { createSubscriberExport } from '../../../src/contract/exports/endpoints.ts'
import {
  createSubscriber,
  deleteSubscriber,
  updateSubscriber,
} from '../../../src/contract/subscribers/endpoints.ts'
import { useMay } from '../../app/may.ts'
import { bulkWords as words, type BulkKind } from '../../words/audience/subscribers.ts'
import { BulkDialog } from './dialog.tsx'
import { BulkExport } from './export.tsx'
import type { Matching } from './people.ts'
import type { Selection } from './selection.ts'

const kinds = [
  ['leave', updateSubscriber],
  ['deactivate', updateSubscriber],
  ['activate', updateSubscriber],
  ['field', updateSubscriber],
  ['copy', createSubscriber],
  ['delete', deleteSubscriber],
] as const satisfies readonly [BulkKind, object][]

/** The actions for all selected subscribers. Empty while none is selected. */
export function BulkBar({ selection, matching }: { selection: Selection; matching: Matching }) {
  const may = useMay()
  const [kind, setKind] = useState<BulkKind | 'export' | null>(null)
  if (!selection.isAll && selection.ids.size === 0) return null
  return (
    <Group gap="xs" p="sm" role="group" aria-label={words.column} className="people-bulk">
      <Text size="sm" fw={500} role="status" className="figures">
        {selection.isAll ? words.chosenAll : words.chosen(selection.ids.size)}
      </Text>
      {kinds
        .filter(([, endpoint]) => may(endpoint))
        .map(([one]) => (
          <Button key={one} variant="default" size="compact-sm" onClick={() => setKind(one)}>
            {words.actions[one]}
          </Button>
        ))}
      {may(createSubscriberExport) && (
        <Button variant="default" size="compact-sm" onClick={() => setKind('export')}>
          {words.export.action}
        </Button>
      )}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={selection.clear}>
        {words.none}
      </Button>
      {kind === 'export' && <BulkExport {...{ selection, matching }} close={() => setKind(null)} />}
      {kind !== null && kind !== 'export' && (
        <BulkDialog {...{ kind, selection, matching }} close={() => setKind(null)} />
      )}
    </Group>
  )
}
