import { useState } from 'react'
import { useLocation } from 'wouter'
import { messageTemplateEndpoints } from '../../../src/contract/messages/templates.ts'
import { useChange } from '../../app/api.ts'
import { useInOrganization } from '../../app/places.ts'
import { messageWords } from '../../words/messages.ts'
import { TemplateEditor } from './template-editor.tsx'
import { newTemplate } from './template-values.ts'

const words = messageWords.templates

export default function NewMessageTemplate() {
  const at = useInOrganization()
  const [, go] = useLocation()
  const [initial] = useState(newTemplate)
  const create = useChange(messageTemplateEndpoints.own.create, {
    done: (template) => go(at(`/message-templates/${(template as { id: number }).id}`)),
  })
  return (
    <TemplateEditor
      page={{ title: words.fresh, parent: { title: words.title, to: at('/message-templates') } }}
      initial={initial}
      saved={initial}
      save={{ ...create, run: (body) => create.mutate({ body }), word: words.submit }}
    />
  )
}
