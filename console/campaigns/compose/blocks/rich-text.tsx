import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useRef, useState } from 'react'
import type { Line } from '../../../../src/contract/blocks/document.ts'
import { safeHref } from '../../../../src/contract/blocks/markup.ts'
import { composeWords } from '../../../words/compose.ts'
import { CodeMenu } from '../preview/codes.tsx'
import { linesOf, nodesOf } from './lines.ts'

const words = composeWords.rich

type RichTextProps = { label: string; lines: Line[]; change: (lines: Line[]) => void; listId: number }

/** Only what a document can hold: four marks, links, two kinds of lists. */
const extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    heading: false,
    horizontalRule: false,
    // The steps of the whole message take its place.
    undoRedo: false,
    link: { openOnClick: false, autolink: false, isAllowedUri: (uri) => safeHref(uri) !== '' },
  }),
]

export default function RichText({ label, lines, change, listId }: RichTextProps) {
  const latest = useRef(change)
  const given = useRef(lines)
  useEffect(() => {
    latest.current = change
  })
  const editor = useEditor({
    extensions,
    content: nodesOf(lines),
    injectCSS: false,
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' } },
    onUpdate: ({ editor: changed }) => {
      given.current = linesOf(changed.getJSON())
      latest.current(given.current)
    },
  })
  // Undone, or saved by another user.
  useEffect(() => {
    if (JSON.stringify(lines) === JSON.stringify(given.current)) return
    given.current = lines
    editor.commands.setContent(nodesOf(lines), { emitUpdate: false })
  }, [editor, lines])
  return (
    <Stack gap={4}>
      <Text component="span" fw={500} size="sm">
        {label}
      </Text>
      <Tools editor={editor} listId={listId} />
      <EditorContent editor={editor} className="rich" />
    </Stack>
  )
}

const tools = [
  ['bold', 'toggleBold'],
  ['italic', 'toggleItalic'],
  ['underline', 'toggleUnderline'],
  ['strike', 'toggleStrike'],
  ['bullets', 'toggleBulletList'],
  ['numbers', 'toggleOrderedList'],
] as const
const nodes = { bullets: 'bulletList', numbers: 'orderedList' } as const

function Tools({ editor, listId }: { editor: Editor; listId: number }) {
  const [address, setAddress] = useState<string | null>(null)
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      strike: now.isActive('strike'),
      bullets: now.isActive(nodes.bullets),
      numbers: now.isActive(nodes.numbers),
      link: String(now.getAttributes('link')['href'] ?? ''),
    }),
  })
  const setLink = () => {
    const href = safeHref(address ?? '')
    const chain = editor.chain().focus().extendMarkRange('link')
    if (href === '') chain.unsetLink().run()
    else chain.setLink({ href }).run()
    setAddress(null)
  }
  return (
    <>
      <Group gap={4} role="toolbar" aria-label={words.tools}>
        {tools.map(([name, command]) => (
          <Button
            key={name}
            size="compact-sm"
            variant={active[name] ? 'light' : 'default'}
            aria-pressed={active[name]}
            onClick={() => editor.chain().focus()[command]().run()}
          >
            {words[name]}
          </Button>
        ))}
        <Button
          size="compact-sm"
          variant={active.link === '' ? 'default' : 'light'}
          aria-pressed={active.link !== ''}
          onClick={() => setAddress(active.link)}
        >
          {words.link}
        </Button>
        <CodeMenu listId={listId} insert={(code) => editor.chain().focus().insertContent(code).run()} />
      </Group>
      {address !== null && <LinkForm address={address} change={setAddress} done={setLink} />}
    </>
  )
}

type LinkFormProps = { address: string; change: (address: string) => void; done: () => void }

function LinkForm({ address, change, done }: LinkFormProps) {
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label={words.linkAddress}
        value={address}
        autoFocus
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <Button variant="default" onClick={done}>
        {address.trim() === '' ? words.unlink : words.setLink}
      </Button>
    </Group>
  )
}
