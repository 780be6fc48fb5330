import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { listAutoresponders } from '../../../src/contract/autoresponders/endpoints.ts'
import { triggerAutoresponders } from '../../../src/contract/autoresponders/trigger.ts'
import { useCall, useChange } from '../../app/api.ts'
import { areMany } from '../../design/choices.ts'
import { Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { autoresponderWords } from '../../words/autoresponders.ts'

const words = autoresponderWords.triggerNow

/** Triggers one of the autoresponders of the list for a person. Empty if the list has none. */
export function TriggerForPerson({ listId, id }: { listId: number; id: number }) {
  const [chosen, choose] = useState<string | null>(null)
  const query = { per_page: 2000 }
  const found = useCall(listAutoresponders, { params: { mailing_list_id: listId }, query })
  const known = found.data?.data ?? []
  const trigger = useChange(triggerAutoresponders, { touches: ['Autoresponders'] })
  if (known.length === 0) return null
  const named = trigger.data?.data.triggered_autoresponders[0]?.name
  return (
    <Panel title={words.ofPerson}>
      <Stack gap="sm">
        <Select
          label={autoresponderWords.name}
          data={known.map(({ id: value, name, paused }) => ({
            value: String(value),
            label: paused ? words.pausedName(name) : name,
          }))}
          value={chosen}
          onChange={choose}
          searchable={areMany(known)}
        />
        {trigger.isError && <Failure error={trigger.error} />}
        <Group>
          <Button
            variant="default"
            disabled={chosen === null}
            loading={trigger.isPending}
            onClick={() =>
              trigger.mutate({
                params: { mailing_list_id: listId, id_or_email: String(id) },
                body: { autoresponder_ids: [Number(chosen)] },
              })
            }
          >
            {words.submit}
          </Button>
          <Text role="status" size="sm" c="dimmed">
            {named === undefined ? '' : words.doneOf(named)}
          </Text>
        </Group>
      </Stack>
    </Panel>
  )
}
