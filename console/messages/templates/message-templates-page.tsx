import { Anchor, Button } from '@mantine/core'
import { Link } from 'wouter'
import { messageTemplateEndpoints } from '../../../src/contract/messages/templates.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization, useZone } from '../../app/places.ts'
import { instantWithoutZone } from '../../design/figures.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Empty } from '../../design/states.tsx'
import { Rows, type Column } from '../../design/table.tsx'
import { messageWords } from '../../words/messages.ts'
import { useMessageTemplates, type MessageTemplate } from '../queries.ts'

const words = messageWords.templates

export default function MessageTemplates() {
  const may = useMay()
  const at = useInOrganization()
  const templates = useMessageTemplates()
  const columns = useColumns()
  const create = may(messageTemplateEndpoints.own.create) && (
    <Button component={Link} href={at('/message-templates/new')}>
      {words.create}
    </Button>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Panel flush>
        <Answered of={templates}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty {...words.empty} pageAction={create} />
            ) : (
              <Rows caption={words.title} columns={columns} rows={data} keyOf={({ id }) => id} />
            )
          }
        </Answered>
      </Panel>
    </Page>
  )
}

function useColumns(): Column<MessageTemplate>[] {
  const at = useInOrganization()
  const zone = useZone()
  return [
    {
      key: 'name',
      word: words.name,
      show: ({ id, name }) => (
        <Anchor component={Link} href={at(`/message-templates/${id}`)} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Anchor>
      ),
    },
    { key: 'subject', word: words.subject, show: ({ subject }) => subject },
    { key: 'language', word: words.language, show: ({ language }) => words.languages[language] },
    {
      key: 'changed',
      word: words.changed(zone),
      show: ({ updated_at: time }) => instantWithoutZone(time, zone),
    },
  ]
}
