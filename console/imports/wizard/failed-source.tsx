import { Button, Group, Stack, Text } from '@mantine/core'
import { useZone } from '../../app/places.ts'
import { instant } from '../../design/figures.ts'
import { Answered } from '../../design/states.tsx'
import { sourceWords as words } from '../../words/imports.ts'
import { useImports } from '../data.ts'
import { fileName } from '../steps.tsx'

type Props = { listId: number; use: (importId: number) => void }

/** The imports and previews of the list whose failed rows can still be read. */
export function FailedSource({ listId, use }: Props) {
  const zone = useZone()
  const imports = useImports({ scope: 'recent', per_page: 100 })
  return (
    <Stack gap="sm">
      <Text c="dimmed">{words.failedHint}</Text>
      <Answered of={imports}>
        {({ data }) => {
          const failed = data.filter(
            ({ mailing_list_id: list, finished_at: ended, stats }) =>
              list === listId && ended !== null && stats.failed > 0,
          )
          if (failed.length === 0) return <Text>{words.failedEmpty}</Text>
          return (
            <Stack gap="xs">
              {failed.map((one) => (
                <Group key={one.id} gap="md">
                  <Button variant="default" onClick={() => use(one.id)}>
                    {words.useFailed(one.stats.failed, fileName(one))}
                  </Button>
                  <Text size="sm" c="dimmed">
                    {words.ofImport(one.dry_run === true, instant(one.finished_at ?? one.begins_at, zone))}
                  </Text>
                </Group>
              ))}
            </Stack>
          )
        }}
      </Answered>
    </Stack>
  )
}
