import type { AnchorHTMLAttributes, MouseEvent, ReactElement } from "react";
import { goTo } from "./navigation.ts";

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string };

/** A link within the console. A new tab, a copied address and the middle button work as for any other link. */
export function Link(props: LinkProps): ReactElement {
  return <a {...props} onClick={(event) => follow(event, props.href)} />;
}

function follow(event: MouseEvent, href: string): void {
  const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
  if (elsewhere || event.defaultPrevented) return;
  event.preventDefault();
  goTo(href);
}
