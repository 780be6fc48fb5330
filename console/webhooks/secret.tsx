import { Button, Group, Stack, Text } from '@mantine/core'
import { Copyable } from '../design/copyable.tsx'
import { Panel } from '../design/page.tsx'
import { webhookWords } from '../words/webhooks.ts'

const words = webhookWords.secret

export function Secret({ value, done }: { value: string; done: () => void }) {
  return (
    <Panel title={words.title}>
      <Stack gap="md" role="status">
        <Text>{words.text}</Text>
        <Copyable label={words.label} value={value} />
        <Group>
          <Button onClick={done}>{words.done}</Button>
        </Group>
      </Stack>
    </Panel>
  )
}
