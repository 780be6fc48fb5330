import { Alert, Button, Code, Group, ScrollArea, Stack, Table, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { previewRemoteQuery, type RemoteQueryPreview } from '../../../src/contract/lists/remote-query.ts'
import { useChange } from '../../app/api.ts'
import { Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { remoteQueryWords as words } from '../../words/audience/remote.ts'
import type { Draft } from '../compose/draft.ts'

/** The query of a remote list, and what it returns now. */
export function RemoteQuery({ draft: { campaign, change } }: { draft: Draft }) {
  const [query, setQuery] = useState(campaign.segmentation_criteria_remote_sql ?? '')
  const preview = useChange(previewRemoteQuery)
  const params = { mailing_list_id: campaign.mailing_list_id }
  const write = (text: string) => {
    setQuery(text)
    change({ segmentation_criteria_remote_sql: text.trim() === '' ? null : text })
  }
  return (
    <Panel title={words.title}>
      <Stack gap="md">
        <Text>{campaign.mailing_list_name}</Text>
        <Textarea
          label={words.label}
          description={words.hint}
          placeholder={words.example}
          value={query}
          onChange={({ currentTarget }) => write(currentTarget.value)}
          autosize
          minRows={4}
          maxRows={24}
          maxLength={100_000}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <Group>
          <Button
            variant="default"
            disabled={query.trim() === ''}
            loading={preview.isPending}
            onClick={() => preview.mutate({ params, body: { segmentation_criteria_remote_sql: query } })}
          >
            {words.run}
          </Button>
        </Group>
        {preview.isError && <Failure error={preview.error} />}
        {preview.data !== undefined && <Preview preview={preview.data.data} />}
      </Stack>
    </Panel>
  )
}

function Preview({
  preview: { problem, columns, rows, has_more: hasMore },
}: {
  preview: RemoteQueryPreview
}) {
  if (problem !== null) {
    return (
      <Alert variant="outline" color="var(--quiver-warning)" role="status">
        {problem}
      </Alert>
    )
  }
  const codes = columns.filter((name) => !['email', 'distinct_id'].includes(name.trim().toLowerCase()))
  return (
    <Stack gap="sm" role="status">
      {codes.length > 0 && (
        <Group gap="xs">
          <Text>{words.codes}</Text>
          {codes.map((name) => (
            <Code key={name}>{codeOf(name)}</Code>
          ))}
        </Group>
      )}
      {rows.length === 0 ? (
        <Text>{words.none}</Text>
      ) : (
        <>
          <FirstRows columns={columns} rows={rows} />
          <Text c="dimmed">{hasMore ? words.more : words.all}</Text>
        </>
      )}
    </Stack>
  )
}

function codeOf(name: string): string {
  return `%%${name.trim().replaceAll(/\s/g, '_')}%%`
}

function FirstRows({ columns, rows }: Pick<RemoteQueryPreview, 'columns' | 'rows'>) {
  return (
    <ScrollArea type="auto" tabIndex={0} aria-label={words.caption}>
      <Table withTableBorder>
        <Table.Caption hidden>{words.caption}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map((name, place) => (
              <Table.Th key={place}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, line) => (
            <Table.Tr key={line}>
              {row.map((value, place) => (
                <Table.Td key={place} maw="16rem">
                  <Text size="sm" truncate="end" title={value ?? ''}>
                    {value ?? words.empty}
                  </Text>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  )
}
