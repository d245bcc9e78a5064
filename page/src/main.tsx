import { render } from "preact";
import { App } from "./app";
import { findSource, recallPlace } from "./source";
import "./style.css";

const source = findSource();
if (source.live) recallPlace();
render(<App source={source} />, document.getElementById("page")!);
