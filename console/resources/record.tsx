import { Stack, Text } from '@mantine/core'
import { Copyable } from '../design/copyable.tsx'
import { domainWords } from '../words/resources.ts'

const words = domainWords.record

/** A record of the DNS to publish, in the parts that the forms of DNS providers ask for. */
export function DnsRecord({ name, value }: { name: string; value: string }) {
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {words.where}
      </Text>
      <Copyable label={words.name} value={name} />
      <Text size="sm">{words.type}</Text>
      <Copyable label={words.value} value={value} />
    </Stack>
  )
}
