import { Button, Group, Stack, Text } from '@mantine/core'
import { mounts } from '../../../src/contract/api/endpoint.ts'
import type { DataFormat } from '../../../src/contract/subscribers/personal-data.ts'
import { serverUrl } from '../../app/root.ts'
import { language } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { personWords } from '../../words/audience/subscribers.ts'

const words = personWords.data

/** What the law lets a person ask for. */
export function PersonalData({ listId, id }: { listId: number; id: number }) {
  const href = (format: DataFormat) =>
    `${serverUrl}${mounts[0]}/mailing_lists/${listId}/subscribers/${id}/data?format=${format}&language=${language}`
  return (
    <Panel title={words.title}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {words.text}
        </Text>
        <Group gap="sm">
          <Button component="a" variant="default" href={href('html')} download>
            {words.page}
          </Button>
          <Button component="a" variant="default" href={href('json')} download>
            {words.json}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}
