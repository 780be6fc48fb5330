/** The width of a message before it is made small. */
const messageWidth = 640

type Props = { html: string; title: string; width: number; height: number; className?: string }

/** A mail made small, which runs nothing and takes no focus. Its name stands beside it: hide it from screen readers. */
export function SmallMail({ html, title, width, height, className }: Props) {
  const scale = width / messageWidth
  return (
    <iframe
      className={className}
      title={title}
      sandbox=""
      tabIndex={-1}
      srcDoc={html}
      loading="lazy"
      style={{
        width: messageWidth,
        height: height / scale,
        border: 0,
        transform: `scale(${scale})`,
        transformOrigin: '0 0',
        pointerEvents: 'none',
        background: '#fff',
        colorScheme: 'light',
      }}
    />
  )
}
