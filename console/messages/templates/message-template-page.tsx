import { Code, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { messageTemplateEndpoints } from '../../../src/contract/messages/templates.ts'
import { useChange } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useIdParam, useInOrganization } from '../../app/places.ts'
import { useGuard } from '../../app/reach/guard.ts'
import { Confirm, Danger } from '../../design/confirm.tsx'
import { Page } from '../../design/page.tsx'
import { Answered } from '../../design/states.tsx'
import { messageWords } from '../../words/messages.ts'
import { useMessageTemplate, type MessageTemplate } from '../queries.ts'
import { TemplateEditor } from './template-editor.tsx'
import { valuesOf } from './template-values.ts'

const words = messageWords.templates
const { update, remove } = messageTemplateEndpoints.own

export default function OneMessageTemplate() {
  const id = useIdParam('messageTemplate')
  return <KnownTemplate key={id} id={id} />
}

function KnownTemplate({ id }: { id: number }) {
  const at = useInOrganization()
  const found = useMessageTemplate(id)
  const template = found.data?.data
  if (template !== undefined) return <EditTemplate template={template} />
  return (
    <Page title={words.title} parent={{ title: words.title, to: at('/message-templates') }}>
      <Answered of={found}>{() => null}</Answered>
    </Page>
  )
}

function EditTemplate({ template }: { template: MessageTemplate }) {
  const may = useMay()
  const at = useInOrganization()
  const { id, name } = template
  const guard = useGuard(`message template ${id}`, template.updated_at)
  const change = useChange(update, { guard })
  // Only once: what one has typed since stays when the saved template comes back.
  const [initial] = useState(() => valuesOf(template))
  return (
    <TemplateEditor
      page={{
        title: name,
        aside: <Code>{words.id(id)}</Code>,
        parent: { title: words.title, to: at('/message-templates') },
      }}
      initial={initial}
      saved={valuesOf(template)}
      isOfBlocks={template.document !== null}
      save={
        may(update)
          ? { ...change, run: (body) => change.mutate({ params: { id }, body }), word: words.save }
          : null
      }
    >
      {may(remove) && <Remove id={id} name={name} />}
    </TemplateEditor>
  )
}

function Remove({ id, name }: { id: number; name: string }) {
  const at = useInOrganization()
  const [, go] = useLocation()
  const [isOpen, { open, close }] = useDisclosure(false)
  const change = useChange(remove, { done: () => go(at('/message-templates')) })
  return (
    <Group>
      <Danger onClick={open}>{words.remove}</Danger>
      <Confirm
        isOpen={isOpen}
        title={words.removal.title(name)}
        action={words.removal.action}
        act={() => change.mutate({ params: { id } })}
        close={close}
        isWorking={change.isPending}
        error={change.error}
      >
        <Text>{words.removal.text}</Text>
      </Confirm>
    </Group>
  )
}
