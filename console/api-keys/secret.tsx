import { Button, Group, Stack, Text } from '@mantine/core'
import { Copyable } from '../design/copyable.tsx'
import { Panel } from '../design/page.tsx'
import { apiKeyWords } from '../words/api-keys.ts'

const words = apiKeyWords.secret

/** The value of a key, once: it is in no address and no store of the browser. */
export function Secret({ value, done }: { value: string; done: () => void }) {
  return (
    <Panel title={words.title}>
      <Stack gap="md" role="status">
        <Text>{words.text}</Text>
        <Copyable label={words.label} value={value} />
        <Copyable label={words.use} value={`Authorization: Basic ${value}`} />
        <Group>
          <Button onClick={done}>{words.done}</Button>
        </Group>
      </Stack>
    </Panel>
  )
}
