import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { words } from '../words/app.ts'

/** A value that people take elsewhere: a DNS record, a key. One click selects it where the clipboard is closed to the page. */
export function Copyable({ label, value }: { label: string; value: string }) {
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code block flex={1} className="copyable" data-testid="copyable">
          {value}
        </Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} aria-label={words.copy.of(label)}>
              {copied ? words.copy.done : words.copy.action}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}
