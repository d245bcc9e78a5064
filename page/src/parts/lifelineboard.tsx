// The picture of lifelines with what moves it: the wheel, dragging, scrolling, and the time itself while the service is followed.
import { useEffect, useRef } from "preact/hooks";
import { heightOf, laneAt, type Scene, timeAt } from "./lifelinecanvas";
import { Painter } from "./painter";
import { type Axis, kept, scaled, type Zoom } from "./zoom";

interface Props {
  scene: Scene;
  zoom: Zoom;
  axis: Axis;
  label: string;
  /** What is seen once it has not been moved for a moment. */
  onRest: (zoom: Zoom) => void;
  onPick: (lane: number, time: number) => void;
  /** Where it goes on by itself: what is seen at this moment. */
  moving?: ((millis: number) => Zoom) | undefined;
}

const REST_MILLIS = 150;

/** A press that moves less than this is a click. */
const CLICK_PIXELS = 4;

const WHEEL_PIXELS = 400;

/** What happens to the picture between two renderings of the page: no frame waits for one. */
class Hand {
  private pressed: { x: number; zoom: Zoom; moved: boolean } | undefined;
  private timer = 0;

  constructor(
    private readonly painter: Painter,
    private readonly props: () => Props,
  ) {}

  end(): void {
    clearTimeout(this.timer);
  }

  private move(zoom: Zoom): void {
    this.painter.follow(undefined);
    this.painter.look(kept(zoom, this.props().axis));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.props().onRest(this.painter.seen().zoom), REST_MILLIS);
  }

  readonly wheel = (event: WheelEvent): void => {
    const view = this.painter.seen();
    const { zoom } = view;
    if (event.ctrlKey) {
      event.preventDefault();
      this.move(scaled(zoom, Math.exp(event.deltaY / WHEEL_PIXELS), timeAt(view, event.offsetX)));
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      const by = ((event.deltaX || event.deltaY) / view.width) * (zoom.to - zoom.from);
      this.move({ from: zoom.from + by, to: zoom.to + by });
    }
  };

  readonly down = (event: PointerEvent): void => {
    if (event.button) return;
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.pressed = { x: event.offsetX, zoom: this.painter.seen().zoom, moved: false };
  };

  readonly drag = (event: PointerEvent): void => {
    const { pressed } = this;
    if (!pressed) return;
    pressed.moved ||= Math.abs(event.offsetX - pressed.x) > CLICK_PIXELS;
    if (!pressed.moved) return;
    const view = this.painter.seen();
    const by = timeAt(view, pressed.x) - timeAt(view, event.offsetX);
    this.move({ from: pressed.zoom.from + by, to: pressed.zoom.to + by });
  };

  readonly up = (event: PointerEvent): void => {
    const { pressed } = this;
    this.pressed = undefined;
    if (!pressed || pressed.moved) return;
    const view = this.painter.seen();
    const { scene, onPick } = this.props();
    onPick(laneAt(view, scene, event.offsetY), timeAt(view, event.offsetX));
  };
}

export function LifelineBoard(props: Props) {
  const { scene, zoom, label, moving } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(props);
  const painter = useRef<Painter | null>(null);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const element = canvas.current!;
    const made = new Painter(element);
    const hand = new Hand(made, () => latest.current);
    painter.current = made;
    element.addEventListener("wheel", hand.wheel, { passive: false });
    element.addEventListener("pointerdown", hand.down);
    element.addEventListener("pointermove", hand.drag);
    element.addEventListener("pointerup", hand.up);
    return () => {
      hand.end();
      made.end();
    };
  }, []);
  useEffect(() => painter.current?.show(scene), [scene]);
  useEffect(() => painter.current?.look(zoom), [zoom, scene.zero]);
  useEffect(() => painter.current?.follow(moving), [moving]);
  const height = heightOf(scene);
  return (
    <div
      class="board"
      role="group"
      tabIndex={0}
      aria-label="Lifelines; their lanes scroll"
      onScroll={(e) => painter.current?.scroll(e.currentTarget.scrollTop)}
    >
      <div style={{ height: `${height}px` }}>
        <canvas
          ref={canvas}
          class="lifelines"
          style={{ height: `min(${height}px, 78vh)` }}
          role="img"
          aria-label={label}
        />
      </div>
    </div>
  );
}
